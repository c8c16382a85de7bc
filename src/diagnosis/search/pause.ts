/**
 * Yielded between two values by whatever may take long to make the next one, so that the search can ask for its limits
 * there too.
 */
export const pause = Symbol('pause');
export type Pause = typeof pause;
