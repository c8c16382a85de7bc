import { type Interface, interfaces } from '../contract/interfaces.js';
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
 * Reads a file that has both interfaces. The lines of only one interface stand between the comments `only gateway` and
 * `end` (or `only session`, if its lines follow); if there is only one such line, the comment `only gateway` stands at its end:
 *
 *     # only gateway
 *     # region: message
 *     message = [client_id, timestamp, body_hash].join(".")
 *     # end
 *     print_gateway # only gateway
 *
 * @throws {TypeError} for a mark with a wrong word or in a wrong place; the files are pvg's own, and tests read each of them
 */
export function signerOf(
  { text: source, comment }: Pick<SignerSource, 'text' | 'comment'>,
  interfaceName: Interface,
): Signer {
  const reader = new SignerReader(interfaceName);
  for (const line of source.trimEnd().split('\n')) reader.read(readMark(line, comment));
  return reader.finish();
}

/** A line of the file, which may have a mark. */
interface MarkedLine {
  readonly line: string;
  /** The line without the mark. */
  readonly code: string;
  /** `region`, `only` or `end`. */
  readonly mark: string | undefined;
  /** What follows the mark: the name of a region or of an interface. */
  readonly word: string | undefined;
}

class SignerReader {
  readonly #printed: string[] = [];
  readonly #regions = new Map<RegionName, string[]>();
  /** The interface of the block that is open. */
  #block: string | undefined;
  #region: { readonly indent: number; readonly lines: string[] } | undefined;

  constructor(private readonly interfaceName: Interface) {}

  read(marked: MarkedLine): void {
    const { line, code, mark, word } = marked;
    if (mark === 'only' && !interfaces.some((id) => id === word)) {
      throw new TypeError(`no interface: ${line}`);
    }
    if (code === '' && (mark === 'only' || mark === 'end')) {
      this.#changeBlock(marked);
      return;
    }
    const interfaceOfLine = mark === 'only' ? word : undefined;
    if (this.#isForOtherInterface(this.#block) || this.#isForOtherInterface(interfaceOfLine)) {
      return;
    }
    if (mark === 'region') this.#openRegion(marked);
    else this.#print(mark === 'only' ? code : line, indentOf(line));
  }

  finish(): Signer {
    if (this.#block !== undefined) throw new TypeError(`not closed: ${this.#block}`);
    return {
      text: `${this.#printed.join('\n').trimEnd()}\n`,
      regions: new Map([...this.#regions].map(([name, lines]) => [name, lines.join('\n')])),
    };
  }

  #isForOtherInterface(interfaceName: string | undefined): boolean {
    return interfaceName !== undefined && interfaceName !== this.interfaceName;
  }

  #changeBlock({ line, mark, word }: MarkedLine): void {
    if (mark === 'end' && word !== undefined) throw new TypeError(`an end with a word: ${line}`);
    // The same word is `only gateway` in the block of the gateway, or `end` (undefined) outside any block.
    if (word === this.#block) throw new TypeError(`not open, or not closed: ${line}`);
    // An `end` has no word, so no block is open after it.
    this.#block = word;
    this.#region = undefined;
  }

  #openRegion({ line, word }: MarkedLine): void {
    const region = { indent: indentOf(line), lines: [] };
    this.#region = region;
    const name = regionNames.find((known) => known === word);
    if (name === undefined || this.#regions.has(name)) {
      throw new TypeError(`no region, or a second one: ${line}`);
    }
    this.#regions.set(name, region.lines);
  }

  #print(text: string, indent: number): void {
    this.#printed.push(text);
    const region = this.#region;
    if (region === undefined) return;
    if (text === '' || indent < region.indent) {
      this.#region = undefined;
      return;
    }
    // A tab would be printed as its escape.
    region.lines.push(withoutParameter(text.slice(region.indent)).replaceAll('\t', '    '));
  }
}

/**
 * A region stands alone, without its function, so what the comment gives replaces the parameter `now`: from
 * `str(int(now))  # now: time.time(), in seconds` it makes `str(int(time.time()))`.
 */
function withoutParameter(line: string): string {
  const [, code, expression] = /^(.*\S) +(?:\/\/|#|--) now: (.*?)(?:, in \w+)?$/.exec(line) ?? [];
  return code === undefined || expression === undefined
    ? line
    : code.replace(/\bnow\b/, () => expression);
}

const indentOf = (line: string): number => line.search(/\S|$/);

function readMark(line: string, comment: string): MarkedLine {
  const start = line.lastIndexOf(`${comment} `);
  const commentText = start < 0 ? '' : line.slice(start + comment.length + 1);
  const [, mark, word] = /^(region|only|end)\b:? ?(\w*)$/.exec(commentText) ?? [];
  const code = mark === undefined ? line : line.slice(0, start).trimEnd();
  return { line, code, mark, word: word === '' ? undefined : word };
}
