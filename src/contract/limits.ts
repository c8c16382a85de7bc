/** The limits that the contract shows (§8). It shows no others. */
export const limits = {
  /** §5.1: |server time − X-Timestamp| above this is rejected. */
  timestampSkewSeconds: 300,
  /** §2.6. */
  sessionTokenMinutes: 15,
} as const;
