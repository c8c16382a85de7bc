/** The platforms that `os_id` names in a request (§2.1). */
export type Platform = 'android' | 'ios';

export const osIds = { android: 1, ios: 2 } as const satisfies Record<Platform, number>;
