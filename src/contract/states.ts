/** The values that the contract lists (§2.3, §2.4, §3); no other is shown. */

/** The values of `purchase_state` (§2.3), with their names. */
export const purchaseStates = { 0: 'PURCHASED', 1: 'CANCELED', 2: 'PENDING' } as const;

/** The values of `acknowledgement_state` (§2.3), with their names. */
export const acknowledgementStates = { 0: 'not acknowledged', 1: 'acknowledged' } as const;

/** The only gateway.current_state (§3). */
export const verifiedState = 'gateway_verified';

/** The only `reason` of a record that is not found (§2.4). */
export const neverReceivedReason = 'NEVER_RECEIVED_BY_GATEWAY';
