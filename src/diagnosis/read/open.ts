import { inputUnreadable } from './found.js';

/** Values that only a run would show. */

const shell = 'a shell variable or the output of a command';

export const openBody = (what = shell): Error =>
  inputUnreadable(`The body is ${what}. Replace it with the text that was sent.`);

/** Also with `<`: a pasted text opens no file, and its body may follow with other line breaks or blanks. */
export const inAFile = (): Error =>
  inputUnreadable('The body is in a file or a here-document. pvg opens no file that a pasted text names.');

/** Without the headers of the signature there is nothing to diagnose; others are only told. @throws {PvgError} */
export function tellOpenHeader(name: string, notes: string[], what = shell): void {
  if (/^x[-_](?:signature|timestamp|client-id)$/i.test(name))
    throw inputUnreadable(`The value of ${name} is ${what}. Replace it with the text that was sent.`);
  notes.push(`The value of ${name} is ${what}, so it is unknown.`);
}
