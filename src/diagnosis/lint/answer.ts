import type { Interface } from '../../contract/interfaces.js';
import { catalogue, type CatalogueEntry } from '../../view/catalogue.js';
import { familyRule } from '../../view/code-words.js';
import { isMatch, type Diagnosis, type LintFinding } from '../outcome.js';
import type { AnswerRead } from '../read/found.js';

/** A diagnosis, with what the service's answer adds to it. */
export function withAnswer(diagnosis: Diagnosis, of: Interface, answer: AnswerRead | undefined): Diagnosis {
  const found = answer && answerLint(diagnosis, of, answer);
  if (found === undefined) return diagnosis;
  const isRefused = diagnosis.outcome.kind === 'right' && found.effect !== 'unclear';
  const outcome = isRefused ? ({ kind: 'refused-anyway' } as const) : diagnosis.outcome;
  return { ...diagnosis, outcome, lint: [...diagnosis.lint, found] };
}

function answerLint(
  diagnosis: Diagnosis,
  of: Interface,
  { status, object }: AnswerRead,
): LintFinding | undefined {
  if (status < 400) return undefined;
  const codes = [object?.get('error'), object?.get('code')];
  const [code = '', meaning] =
    Object.entries<CatalogueEntry>(catalogue[of]).find(([each]) => codes.includes(each)) ?? [];
  const isAboutUs = isMatch(diagnosis) && status === 401;
  // Then it is known why.
  if (isAboutUs && diagnosis.lint.some(({ effect }) => effect === 'refused')) return undefined;
  // A code that the contract lists with another status says nothing sure.
  const listed = meaning?.status === status ? meaning : undefined;
  const named = `The service answered HTTP ${String(status)}${code && ` ${code}`}.`;
  return {
    id: 'answer-refused',
    says: listed === undefined || isAboutUs ? named : `${named} ${listed.means}`,
    fix: status === 401 ? sameEnvironment : (listed?.fix ?? familyRule(status)),
    // The others say something about the purchase or the moment, not about the request.
    effect: status < 500 && ![409, 422, 429].includes(status) ? 'refused' : 'unclear',
  };
}

const sameEnvironment =
  'The address and the credentials may belong to different environments: compare both with what the operator issued.';
