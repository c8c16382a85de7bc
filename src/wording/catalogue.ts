import type { Interface } from '../contract/interfaces.js';
import { listedFailures, type Code, type ListedFailure } from '../contract/listed.js';
import type { ExitStatus } from '../failure.js';
import type { Advice, OutcomeKind } from '../service/outcome.js';
import { policies } from '../service/policy.js';
import { refusalKind } from '../service/refusal.js';
import { codeWords, banAndFix, type CodeWords } from './code-words.js';

/** One failure of the service: everything that the contract and pvg say about its code. `fix` begins with the words of `not`: there is no member `not` here. */
export interface CatalogueEntry extends ListedFailure, Omit<CodeWords, 'not'> {
  /** Whether to repeat a request that was refused in this way. */
  readonly retry: 'never' | 'after-fixing' | 'with-back-off' | 'later' | 'when-paid';
  /** Whether the game may grant the item on this answer. */
  readonly grant: 'no' | 'not-again' | 'does-not-apply';
  readonly advice: Advice;
  readonly exit: ExitStatus;
}

function retryOf(kind: OutcomeKind, code: Code): CatalogueEntry['retry'] {
  // One of its causes in §7.1 is an unpaid purchase, which may be paid later.
  if (code === 'VERIFICATION_FAILED') return 'when-paid';
  if (kind === 'limited') return 'later';
  if (kind === 'failed') return 'with-back-off';
  return kind === 'rejected' || kind === 'already-verified' ? 'never' : 'after-fixing';
}

function catalogueEntry(
  interfaceName: Interface,
  code: Code,
  failure: ListedFailure,
): CatalogueEntry {
  const { status, section } = failure;
  const kind = refusalKind(interfaceName, status, code);
  const { exit, advice } = policies[kind];
  const words = codeWords(code);
  const { title, means, who } = words;
  return {
    status,
    title,
    means,
    ...causesOf(failure),
    who,
    fix: banAndFix(words),
    retry: retryOf(kind, code),
    grant: grantOf(interfaceName, kind),
    advice,
    exit,
    section,
  };
}

/** The causes that the contract lists; no member without any. */
function causesOf({ causes }: ListedFailure): Pick<ListedFailure, 'causes'> {
  return causes === undefined ? {} : { causes };
}

function grantOf(interfaceName: Interface, kind: OutcomeKind): CatalogueEntry['grant'] {
  if (interfaceName === 'session') return 'does-not-apply';
  return kind === 'already-verified' ? 'not-again' : 'no';
}

function catalogueOf(interfaceName: Interface): Readonly<Record<string, CatalogueEntry>> {
  const entries = Object.entries(listedFailures[interfaceName]).map(
    ([code, failure]) => [code, catalogueEntry(interfaceName, code as Code, failure)] as const,
  );
  return Object.fromEntries(entries);
}

/** Every listed failure, for pages and outputs that list them. */
export const catalogue = {
  gateway: catalogueOf('gateway'),
  session: catalogueOf('session'),
} as const;
