import { inAFile, openBody } from './open.js';
import type { Option } from './options.js';
import type { Sources } from './stdin.js';

const dataOptions = /^(?:data(?:-ascii|-binary|-raw|-urlencode)?|json)$/;

/** All data of the command, joined as curl does; undefined if it has none. */
export function readData(options: readonly Option[], sources: Sources, notes: string[]): string | undefined {
  let data: string | undefined;
  for (const { name, value } of options) {
    if (!dataOptions.test(name)) continue;
    if (value.open) {
      throw openBody();
    }
    const piece = pieceOf(name, value.text, sources, notes);
    if (data === undefined) data = piece;
    else data += name === 'json' ? piece : `&${piece}`;
  }
  return data;
}

function pieceOf(option: string, text: string, sources: Sources, notes: string[]): string {
  if (option === 'data-urlencode') return urlEncoded(text, sources);
  if (option === 'data-raw' || !text.startsWith('@')) return text;
  const read = contentOf(text.slice(1), sources);
  if (option === 'json' || option === 'data-binary') return read;
  const stripped = read.replace(/[\r\n\0]/g, '');
  if (stripped !== read)
    notes.push('`curl -d` removes the line breaks of what it reads; `--data-binary` keeps them.');
  return stripped;
}

/** `-` and `/dev/stdin` are the standard input. */
export function contentOf(file: string, { stdin }: Sources): string {
  if (file === '-' || file === '/dev/stdin') return stdin();
  throw inAFile();
}

/** `content`, `=content`, `name=content`, `@file` or `name@file`. */
function urlEncoded(text: string, sources: Sources): string {
  const [, name = '', mark, content = ''] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? ['', '', '=', text];
  const encoded = formEncoded(mark === '@' ? contentOf(content, sources) : content);
  return name === '' ? encoded : `${name}=${encoded}`;
}

/** As a form. curl (seen with 7.88) and HTTPie write a space as `+`. */
export const formEncoded = (text: string): string =>
  text.replace(/[^A-Za-z0-9._~-]/g, (byte) =>
    byte === ' ' ? '+' : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
