import { readRequests } from '../../../src/diagnosis/read/read-requests.js';
import type { InputEntry, InputRequest } from '../../../src/diagnosis/read/found.js';
import { PvgError } from '../../../src/failure.js';

export const read = (input: string | Uint8Array): readonly InputEntry[] =>
  readRequests(Buffer.from(input));

export const only = (input: string | Uint8Array): InputRequest => {
  const [first, ...others] = read(input);
  if (first?.ok !== true || others.length > 0) throw new TypeError('one request was expected');
  return first.request;
};

export const notesOf = (input: string | Uint8Array): readonly string[] => {
  const [first] = read(input);
  return first?.ok === true ? [first.request.note ?? []].flat() : [];
};

export const text = (request: InputRequest): string => Buffer.from(request.body).toString();

export const refusal = (input: string | Uint8Array): string => {
  try {
    read(input);
  } catch (error) {
    if (error instanceof PvgError) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new TypeError('a refusal was expected');
};

export const summary = (input: string | Uint8Array): string[] =>
  read(input).map((each) =>
    each.ok ? `${each.request.label}: ${text(each.request)}` : `${each.label}! ${each.says}`,
  );
