import type { Interface } from '../../contract/interfaces.js';
import { fixesOf, headlines, printsOf, type FixKind } from '../../languages/fixes.js';
import type { Language } from '../../languages/language.js';
import { languages, type LanguageName } from '../../languages/languages.js';
import { catalogue, type CauseId } from './catalogue.js';
import type { Cause } from './cause.js';

export const fixKind = (id: CauseId, interfaceId: Interface): FixKind => {
  const { kind }: Cause = catalogue[id];
  return typeof kind === 'string' ? kind : kind[interfaceId];
};

/** The right code where this cause goes wrong: a few lines to read, not a program. No newline at the end. */
export function fixCode(id: CauseId, name: LanguageName, interfaceId: Interface): string {
  const { comment, pieces }: Language = languages[name];
  const kind = fixKind(id, interfaceId);
  return [`${comment} ${headlines[kind]}`, fixesOf(pieces, interfaceId)[kind]].join('\n');
}

/** Code that prints the sender's own values, to be compared with the right ones. No newline at the end. */
export function printCode(name: LanguageName, interfaceId: Interface): string {
  const { comment, pieces }: Language = languages[name];
  return `${comment} Print these in your program, just before it sends the request. Use its own names.\n${printsOf(pieces, interfaceId)}`;
}
