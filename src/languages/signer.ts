import { interfaces, type Interface } from '../contract/interfaces.js';
import type { SignerSource } from './language.js';

/**
 * The parts of a signer, in the order in which a program needs them. In the file a part is the paragraph after its
 * mark, a comment `region: hash`: up to the next mark, an empty line or a line that is indented less.
 */
export const regionNames = [
  'secret',
  'body',
  'hash',
  'message',
  'sign',
  'send',
  'outcome',
] as const;
export type RegionName = (typeof regionNames)[number];

/** A signer for one interface: what is printed, and its regions without their indentation. */
export interface Signer {
  readonly text: string;
  readonly regions: ReadonlyMap<RegionName, string>;
}

/**
 * Reads a file that has both interfaces. What only one has stands between the comments `only gateway` and `end` or
 * `only session`, or on a line that ends with `only gateway`.
 * @throws {TypeError} for a mark that is none: tests read every file
 */
export function signerOf(
  { text: source, comment }: Pick<SignerSource, 'text' | 'comment'>,
  interfaceId: Interface,
): Signer {
  const printed: string[] = [];
  const regions = new Map<RegionName, string[]>();
  let block: string | undefined;
  let open: { readonly indent: number; readonly lines: string[] } | undefined;

  for (const line of source.trimEnd().split('\n')) {
    const { code, mark, word } = markOf(line, comment);
    if (mark === 'only' && !interfaces.some((id) => id === word)) {
      throw new TypeError(`no interface: ${line}`);
    }
    if (code === '' && (mark === 'only' || mark === 'end')) {
      if (word === block) throw new TypeError(`not open, or not closed: ${line}`);
      block = word;
      open = undefined;
    } else if (
      [block, mark === 'only' ? word : undefined].every(
        (only) => only === undefined || only === interfaceId,
      )
    ) {
      const indent = line.search(/\S|$/);
      if (mark === 'region') {
        open = { indent, lines: [] };
        const name = regionNames.find((each) => each === word);
        if (name === undefined || regions.has(name)) {
          throw new TypeError(`no region, or a second one: ${line}`);
        }
        regions.set(name, open.lines);
      } else {
        const text = mark === 'only' ? code : line;
        printed.push(text);
        if (text === '' || (open && indent < open.indent)) open = undefined;
        // With spaces: a terminal shows no tab of ours.
        open?.lines.push(text.slice(open.indent).replaceAll('\t', '    '));
      }
    }
  }
  if (block !== undefined) throw new TypeError(`not closed: ${block}`);
  return {
    text: `${printed.join('\n').trimEnd()}\n`,
    regions: new Map([...regions].map(([name, lines]) => [name, lines.join('\n')])),
  };
}

/** A line's code, its mark (`region`, `only`, `end`) and the mark's word. */
function markOf(line: string, comment: string): { code: string; mark?: string; word?: string } {
  const at = line.lastIndexOf(`${comment} `);
  const [, mark, word] =
    /^(region|only|end)\b:? ?(\w*)$/.exec(at < 0 ? '' : line.slice(at + comment.length + 1)) ?? [];
  const code = mark === undefined ? line : line.slice(0, at).trimEnd();
  return {
    code,
    ...(mark !== undefined && { mark }),
    ...(word !== undefined && word !== '' && { word }),
  };
}
