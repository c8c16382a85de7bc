import type { Interface } from '../contract/interfaces.js';
import { listedFailures, type Code, type ListedFailure } from '../contract/listed.js';
import type { ExitStatus } from '../failure.js';
import type { OutcomeKind } from '../service/outcome.js';
import { policies, type Advice } from '../service/policy.js';
import { refusalKind } from '../service/refusal.js';
import { codeWords, type CodeWords } from './code-words.js';

/** One failure of the service: everything that the contract and pvg say about its code. */
export interface CatalogueEntry extends ListedFailure, CodeWords {
  /** Whether to repeat a request that was refused in this way. */
  readonly retry: 'never' | 'after-fixing' | 'with-back-off' | 'later';
  /** Whether the game may grant the item on this answer. */
  readonly grant: 'no' | 'not-again' | 'does-not-apply';
  readonly advice: Advice;
  readonly exit: ExitStatus;
}

function retryOf(kind: OutcomeKind): CatalogueEntry['retry'] {
  if (kind === 'limited') return 'later';
  if (kind === 'failed') return 'with-back-off';
  return kind === 'rejected' || kind === 'already-verified' ? 'never' : 'after-fixing';
}

function entryOf(
  interfaceName: Interface,
  code: Code,
  { status, section, causes }: ListedFailure,
): CatalogueEntry {
  const kind = refusalKind(interfaceName, status, code);
  const { exit, advice } = policies[kind];
  const grant =
    interfaceName === 'session'
      ? 'does-not-apply'
      : kind === 'already-verified'
        ? 'not-again'
        : 'no';
  const { title, means, who, fix } = codeWords(code);
  const meaning = { title, means, ...(causes && { causes }), who, fix };
  return { status, ...meaning, retry: retryOf(kind), grant, advice, exit, section };
}

const entriesOf = (interfaceName: Interface): Readonly<Record<string, CatalogueEntry>> =>
  Object.fromEntries(
    Object.entries(listedFailures[interfaceName]).map(([code, entry]) => [
      code,
      entryOf(interfaceName, code as Code, entry),
    ]),
  );

/** Every listed failure, for pages and outputs that list them. */
export const catalogue = { gateway: entriesOf('gateway'), session: entriesOf('session') } as const;
