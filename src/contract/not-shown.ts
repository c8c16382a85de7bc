/** The only list of what the contract does not show. pvg says that it is not shown, and never guesses it. */
export const notShown = {
  'ios-receipt': { section: '§2.1', says: 'the form of an iOS receipt' },
  'ios-receipt-info': { section: '§2.3', says: 'the receipt_info fields of an iOS purchase' },
  'current-states': { section: '§3', says: 'the full set of gateway.current_state values' },
  transitions: { section: '§3', says: 'the transitions between states' },
  acknowledgement: {
    section: '§3',
    says: 'who acknowledges a purchase at the store, and when',
  },
  'ios-verify-body': {
    section: '§4.1',
    says: 'fields of an iOS verify request beyond the common ones',
  },
  'ios-lookup': { section: '§4.2', says: 'request and response fields of an iOS look-up' },
  'timestamp-error': { section: '§5.1', says: 'the error for a timestamp outside the window' },
  'hex-case': {
    section: '§5.1',
    says: 'whether the hex of a gateway signature is upper or lower case',
  },
  'ios-refund-callback': {
    section: '§6',
    says: 'address, payload, signing and retry behaviour of the iOS refund callback',
  },
  'lookup-statuses': {
    section: '§7.1',
    says: 'HTTP statuses of look-up failures other than the store-rejection shape',
  },
  'mint-limit': { section: '§8', says: 'thresholds and window of the mint rate limit' },
  'gateway-limits': { section: '§8', says: 'rate limits and body-size limits of the gateway' },
  versioning: { section: '§9', says: 'how the interfaces are versioned' },
} as const;
