/** §2.1: `os_id`. */
export type Platform = 'android' | 'ios';

export const osIds = { android: 1, ios: 2 } as const satisfies Record<Platform, number>;
