/** Draws numbers; the same seed draws the same. */
export function randomOf(seed: number): unknown;
