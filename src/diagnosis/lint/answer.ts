import { familyRule } from '../../view/code-words.js';
import type { CatalogueEntry } from '../../view/catalogue.js';
import { isMatch, type Diagnosis, type LintFinding } from '../outcome.js';

/** What the service answered to the request, with the listed meaning of its code. */
interface Answer {
  readonly status: number;
  readonly meaning: (CatalogueEntry & { readonly code: string }) | undefined;
}

/** A diagnosis, with what the service's answer adds to it. */
export function withAnswer(diagnosis: Diagnosis, answer: Answer | undefined): Diagnosis {
  const found = answer === undefined ? undefined : answerLint(diagnosis, answer);
  if (found === undefined) return diagnosis;
  const isRefused = diagnosis.outcome.kind === 'right' && found.effect !== 'unclear';
  const outcome = isRefused ? ({ kind: 'refused-anyway' } as const) : diagnosis.outcome;
  return { ...diagnosis, outcome, lint: [...diagnosis.lint, found] };
}

function answerLint(diagnosis: Diagnosis, { status, meaning }: Answer): LintFinding | undefined {
  if (status < 400) return undefined;
  const isAboutUs = isMatch(diagnosis) && status === 401;
  // Then it is known why.
  if (isAboutUs && diagnosis.lint.some(({ effect }) => effect === 'refused')) return undefined;
  // A code that the contract lists with another status says nothing sure.
  const listed = meaning?.status === status ? meaning : undefined;
  const named = `The service answered HTTP ${String(status)}${meaning ? ` ${meaning.code}` : ''}.`;
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
