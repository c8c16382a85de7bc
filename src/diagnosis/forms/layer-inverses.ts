import type { CauseId } from '../catalogue/causes.js';

/** The words for a layer that was put on after signing: the layer was sent, but not signed. */
export interface Inverse {
  readonly id: CauseId;
  readonly says: string;
  /**
   * Named even if a layer of the sent body also makes the signed one. For example, if UTF-8 was encoded a second time and
   * then sent, the Latin-1 of the sent text is the signed body; but the second encoding is the mistake.
   */
  readonly comesFirst?: true;
}

const notSigned = 'that was not signed.';
export const rereadSays = 'and encoded as UTF-8 again';
export const inverses = {
  lf: {
    id: 'body-trailing-newline-missing',
    says: `The body was sent with a line break (LF) after it ${notSigned}`,
  },
  crlf: {
    id: 'body-trailing-newline-missing',
    says: `The body was sent with a line break (CRLF) after it ${notSigned}`,
  },
  lines: {
    id: 'body-newlines-lost',
    says: 'The body was signed with its line breaks, but sent without them: they were lost on the way into the request.',
  },
  bom: {
    id: 'body-bom-stripped',
    says: `The body was sent with a byte order mark (EF BB BF) ${notSigned}`,
  },
  crlfs: {
    id: 'body-lf',
    says: 'The body was sent with CRLF line breaks, but signed with LF in their place.',
  },
  quoted: {
    id: 'body-double-encoded',
    says: 'The body was sent as a JSON string of the text that was signed.',
  },
  latin1: {
    id: 'body-charset-latin1',
    says: 'The body was sent in Latin-1, but its text was signed in UTF-8.',
  },
  windows: {
    id: 'body-charset-windows-1252',
    says: 'The body was sent in Windows-1252, but its text was signed in UTF-8.',
  },
  base64: { id: 'body-base64', says: 'The body was sent as base64 of the text that was signed.' },
  html: {
    id: 'body-html-escaped',
    says: 'The body was sent HTML-escaped, but signed without that.',
  },
  slashes: {
    id: 'body-slashes-added',
    says: 'The body was sent with a backslash before every quote, but signed without that.',
  },
  mojibake: {
    id: 'body-mojibake-sent',
    says: `The body was sent with the UTF-8 bytes of the signed text read as Latin-1 ${rereadSays}.`,
    comesFirst: true,
  },
  mojibakeWindows: {
    id: 'body-mojibake-sent',
    says: `The body was sent with the UTF-8 bytes of the signed text read as Windows-1252 ${rereadSays}.`,
    comesFirst: true,
  },
  utf16: {
    id: 'body-utf16-sent',
    says: 'The body was sent in UTF-16LE, but its text was signed in UTF-8.',
  },
  utf16Bom: {
    id: 'body-utf16-sent',
    says: 'The body was sent in UTF-16LE with a byte order mark, but its text was signed in UTF-8.',
  },
  utf16BigBom: {
    id: 'body-utf16-sent',
    says: 'The body was sent in UTF-16BE with a byte order mark, but its text was signed in UTF-8.',
  },
  utf16Big: {
    id: 'body-utf16-sent',
    says: 'The body was sent in UTF-16BE, but its text was signed in UTF-8.',
  },
} as const satisfies Readonly<Record<string, Inverse>>;
