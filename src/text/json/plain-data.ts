import type { Json } from './json.js';
import { parseJson } from './parse.js';

/** Our own objects, which contain only texts, small numbers, lists and objects, ready to print. */
export const plainData = (value: object): Json => parseJson(JSON.stringify(value));
