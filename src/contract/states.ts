/** §2.3 purchase_state. */
export const purchaseStates = { 0: 'PURCHASED', 1: 'CANCELED', 2: 'PENDING' } as const;

/** §2.3 acknowledgement_state. */
export const acknowledgementStates = { 0: 'not acknowledged', 1: 'acknowledged' } as const;

/** §3: the only gateway.current_state that is listed. */
export const verifiedState = 'gateway_verified';

/** §2.4: the only reason of a gateway object that is not found. */
export const neverReceivedReason = 'NEVER_RECEIVED_BY_GATEWAY';
