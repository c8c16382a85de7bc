import { clientId } from './causes/client-id.js';
import { headers as headerCauses } from './causes/headers.js';
import { timestamp } from './causes/timestamp.js';
import { catalogue, isCauseId } from './catalogue.js';
import { isOf, type Cause, type LintInput } from './cause.js';

/** A problem that the headers alone show, without hashing. */
interface Lint {
  readonly id: string;
  /** The detail of this request, after the sentence of the catalogue. */
  readonly seen: string;
}

/** A problem of the request beside its signature. */
export interface LintFinding {
  readonly id: string;
  readonly says: string;
  readonly fix: string;
  /** `not-allowed`: against the contract, but its answer is not shown. `unclear`: it may succeed. */
  readonly effect: 'refused' | 'not-allowed' | 'unclear';
}

/** All problems in the headers; missing and misnamed headers come first. */
export const lint = (input: LintInput): Lint[] =>
  [headerCauses, timestamp, clientId]
    .flatMap((group) => Object.entries<Cause>(group))
    .filter(([id, cause]) => isOf(cause, input.scheme) && !input.found.includes(id))
    .flatMap(([id, { seen }]) => (seen?.(input) ?? []).map((words) => ({ id, seen: words })));

/** §5.1 wants seconds; what the service answers to a timestamp in another form is not shown. */
const answerNotShown: readonly string[] = ['ts-float-both', 'ts-iso-both'];

export const toLintFinding = ({ id, seen }: Lint): LintFinding => {
  const entry = isCauseId(id) ? catalogue[id] : undefined;
  return {
    id,
    says: `${entry?.says ?? ''} ${seen}`.trim(),
    fix: entry?.fix ?? '',
    effect: answerNotShown.includes(id) ? 'not-allowed' : 'refused',
  };
};
