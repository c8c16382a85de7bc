import { csv } from './csv.js';
import { ndjson } from './ndjson.js';
import type { Format } from './format.js';

/** The first is the default output; the last takes every input that no other format takes. */
export const formats: readonly [Format, ...Format[]] = [ndjson, csv];

/** @throws {PvgError} `input-unreadable` */
export const inputFormat = (beginning: string): Format =>
  formats.find((format) => format.begins(beginning.trimStart())) ?? formats[0];

/** Their names, for sentences about all formats. */
export const inputsTold = listed(({ takes }) => takes);
export const namesTold = listed(({ name }) => name);

function listed(told: (format: Format) => string): string {
  return formats.map(told).reverse().join(' or ');
}
