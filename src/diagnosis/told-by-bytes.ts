import { utf8Text } from '../text/utf8.js';
import { quoted } from './spelled.js';

/** What the sent and the signed bytes together prove beyond what a cause says of every sender. */
export interface Told {
  readonly says: string;
  readonly fix: string;
}

// Both bodies are read as JSON once more.
const mostBytes = 2 ** 20;

type Members = Readonly<Record<string, unknown>>;
type Read = (sent: Members, signed: Members) => Told | undefined;

/** In place of the cause's own sentence and fix; undefined if the bytes show no more. */
export function toldByBytes(cause: string, sent: Uint8Array, signed: Uint8Array): Told | undefined {
  const read = readers[cause];
  if (read === undefined || sent.length > mostBytes || signed.length > mostBytes) return undefined;
  const [one, other] = [membersOf(sent), membersOf(signed)];
  return one && other && read(one, other);
}

function membersOf(bytes: Uint8Array): Members | undefined {
  try {
    const value: unknown = JSON.parse(utf8Text(bytes) ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** An array as second argument is a list of the names to write, of every object. */
const listOfNames: Read = (sent, signed) => {
  const [all, written] = [JSON.stringify(sent), JSON.stringify(signed)];
  const names = Object.keys(sent);
  const isSorted = JSON.stringify(sent, names.toSorted()) === written;
  if ((!isSorted && JSON.stringify(sent, names) !== written) || all.length === written.length)
    return undefined;
  const code = `JSON.stringify(x, Object.keys(x)${isSorted ? '.sort()' : ''})`;
  return {
    says: `The JSON was signed as \`${code}\` writes it: without the fields of inner objects that the outermost object does not have.`,
    fix: 'Do not pass a list of names to `JSON.stringify`: it leaves out fields. Sign the bytes exactly as they are sent.',
  };
};

/** Rails (`wrap_parameters`) copies the fields into one more field, named after the controller. */
const copyAdded: Read = (sent, signed) => {
  const written = JSON.stringify(signed);
  const name = Object.keys(sent).find((each) => JSON.stringify(sent[each]) === written);
  if (name === undefined) return undefined;
  const others = Object.fromEntries(Object.entries(sent).filter(([each]) => each !== name));
  return JSON.stringify(others) === written && written !== '{}'
    ? {
        says: `The body was sent with one field more than was signed: \`${quoted(name)}\`, a copy of all other fields.`,
        fix: 'Sign and send the body without that field. Rails adds it to the parameters of JSON requests (`wrap_parameters`): send the bytes that were signed, not `params`.',
      }
    : undefined;
};

const readers: Readonly<Record<string, Read>> = {
  'body-keys-sorted': listOfNames,
  'body-keys-sorted-top': listOfNames,
  'body-member-only': copyAdded,
  'body-member-missing': copyAdded,
};

/** The JSON was written with other escapes by one function, and with a line break at its end by another. */
export const lineEndUnsigned = (
  causes: readonly string[],
  sent: Uint8Array,
  signed: Uint8Array,
): readonly Told[] =>
  causes.includes('body-html-escaped') && sent.at(-1) === 0x0a && signed.at(-1) === 0x7d
    ? [
        {
          says: 'A line break at the end of the body was sent, but not signed.',
          fix: 'An encoder such as Go’s `json.Encoder` adds a line break: send the bytes that were signed.',
        },
      ]
    : [];
