/** §2.1: `os_id`. */
export type Platform = 'android' | 'ios';

export const osIds = { android: 1, ios: 2 } as const satisfies Record<Platform, number>;

/** §2.3 purchase_state. */
export const purchaseStates = { 0: 'PURCHASED', 1: 'CANCELED', 2: 'PENDING' } as const;

/** §2.3 acknowledgement_state. */
export const acknowledgementStates = { 0: 'not acknowledged', 1: 'acknowledged' } as const;
