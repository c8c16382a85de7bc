import type { Json } from './json.js';
import { parseJson } from './parse.js';

/** Objects of our own that hold texts, small numbers, lists and objects alone, as they are printed. */
export const plainData = (value: object): Json => parseJson(JSON.stringify(value));
