import type { Interface } from '../contract/interfaces.js';
import type { Pieces } from './fixes.js';

/** Everything that pvg knows of one language. */
export interface Language {
  /** Other names that people type for it, in lower case. */
  readonly alsoCalled: readonly string[];
  /** What its usual HTTP clients send as User-Agent, by their documentation. */
  readonly userAgent: RegExp;
  /** How a comment begins. */
  readonly comment: string;
  /** The statements that its fixes are built from. */
  readonly pieces: Pieces;
  /**
   * A module and a program for both interfaces: lines that begin with `G|` are only for the gateway, those with `S|`
   * only for the session interface. `«interface»`, `«Interface»` and `«INTERFACE»` stand for its name, and `«usage»`
   * for the first words of the program with what follows them. `sign(body, timestamp?)` gives the headers; the body
   * is built once, and those bytes are signed and sent (§5). 5xx and no answer are tried again, four attempts in all,
   * each signed again. `verify` keeps to §7.1: it grants once for `success: true` in a 200, never for a 409, and
   * tells when the outcome is unknown. The program's first word is `sign` (the body on standard input, for `pvg
   * conform`), `lookup`, `verify` or `session`; what it prints and how it ends: `test/languages/emulated.mjs`.
   * Secrets and addresses come from pvg's own environment variables; an empty one is refused. The first line says
   * what it needs and how to run it; comments mark where people go wrong. At most 120 lines (Unreal: 170), as the
   * language's formatter writes them. An engine has its own program: there the callers take a function for the
   * outcome, and nothing reads words.
   */
  readonly program: string;
}

/** The text of a signer, with a newline at the end: `pvg sign gateway --snippet go > main.go`. */
export const programOf = ({ program }: Language, interfaceId: Interface): string => {
  const own = marks[interfaceId];
  const others = Object.values(marks).filter((mark) => mark !== own);
  const words: Readonly<Record<string, string>> = {
    interface: interfaceId,
    Interface: interfaceId.replace(/^./, (first) => first.toUpperCase()),
    INTERFACE: interfaceId.toUpperCase(),
    usage: usages[interfaceId],
  };
  return program
    .split('\n')
    .filter((line) => !others.some((mark) => line.startsWith(mark)))
    .map((line) => (line.startsWith(own) ? line.slice(own.length) : line))
    .join('\n')
    .replace(/«(\w+)»/g, (mark, word: string) => words[word] ?? mark);
};

const marks: Readonly<Record<Interface, string>> = { gateway: 'G|', session: 'S|' };

const usages: Readonly<Record<Interface, string>> = {
  gateway: 'lookup|verify <product_id> <package> <receipt>',
  session: 'session <gameId> <username>',
};
