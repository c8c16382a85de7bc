import type { Interface } from '../contract/interfaces.js';
import type { Pieces } from './fixes.js';

/** Everything that pvg knows of one language. */
export interface Language {
  /** How a comment begins. */
  readonly comment: string;
  /** What its fixes are put together from. */
  readonly pieces: Pieces;
  /**
   * A complete program for both interfaces: lines that begin with `G|` are the gateway's alone, those with `S|` the
   * session interface's. It builds the body once, signs those bytes and sends those bytes (§5); secrets and addresses
   * come from pvg's own environment variables, an empty one is refused. Comments: a first line with what it needs and
   * how it is run, then two at most, where people go wrong.
   */
  readonly program: string;
}

/** The text of a signer, with its last newline: `pvg sign gateway --snippet go > main.go`. */
export const programOf = ({ program }: Language, interfaceId: Interface): string => {
  const own = marks[interfaceId];
  const others = Object.values(marks).filter((mark) => mark !== own);
  return program
    .split('\n')
    .filter((line) => !others.some((mark) => line.startsWith(mark)))
    .map((line) => (line.startsWith(own) ? line.slice(own.length) : line))
    .join('\n');
};

const marks: Readonly<Record<Interface, string>> = { gateway: 'G|', session: 'S|' };
