/**
 * A generator yields this instead of a value when the next value may take long, so that the search can check its limits in
 * between.
 */
export const pause = Symbol('pause');
export type Pause = typeof pause;
