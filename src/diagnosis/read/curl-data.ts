import type { Option } from './curl-options.js';
import { inputUnreadable } from './found.js';
import type { StdinReader } from './stdin.js';

const dataOptions = /^(?:data(?:-ascii|-binary|-raw|-urlencode)?|json)$/;

/** All data of the command, joined as curl does; undefined if it has none. */
export function readData(
  options: readonly Option[],
  stdin: StdinReader,
  notes: string[],
): string | undefined {
  let data: string | undefined;
  for (const { name, value } of options) {
    if (!dataOptions.test(name)) continue;
    if (value.open) {
      throw inputUnreadable(
        'The body is a shell variable or the output of a command. Replace it with the text that was sent.',
      );
    }
    const piece = pieceOf(name, value.text, stdin, notes);
    if (data === undefined) data = piece;
    else data += name === 'json' ? piece : `&${piece}`;
  }
  return data;
}

function pieceOf(option: string, text: string, stdin: StdinReader, notes: string[]): string {
  if (option === 'data-urlencode') return urlEncoded(text, stdin);
  if (option === 'data-raw' || !text.startsWith('@')) return text;
  const read = contentOf(text.slice(1), stdin);
  if (option === 'json' || option === 'data-binary') return read;
  const stripped = read.replace(/[\r\n\0]/g, '');
  if (stripped !== read)
    notes.push('`curl -d` removes the line breaks of the file it reads; `--data-binary` keeps them.');
  return stripped;
}

function contentOf(file: string, stdin: StdinReader): string {
  if (file !== '-' && file !== '/dev/stdin') {
    throw inputUnreadable(
      'The body is in a file (`@…`), which pvg does not open. Use `--body @<file>`, `--interface` and `--signature` instead.',
    );
  }
  const word = stdin();
  if (word !== undefined && !word.open) return word.text;
  throw inputUnreadable(
    'The body comes from a program before the pipe, which pvg does not run. Replace it with the text that was sent.',
  );
}

/** `content`, `=content`, `name=content`, `@file` or `name@file`. */
function urlEncoded(text: string, stdin: StdinReader): string {
  const [, name = '', mark, content = ''] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? ['', '', '=', text];
  // curl writes a space as `+` here (seen with 7.88).
  const encoded = (mark === '@' ? contentOf(content, stdin) : content).replace(/[^A-Za-z0-9._~-]/g, (byte) =>
    byte === ' ' ? '+' : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return name === '' ? encoded : `${name}=${encoded}`;
}
