import type { Interface } from '../../contract/interfaces.js';
import { catalogue, type CatalogueEntry } from '../../wording/catalogue.js';
import { familyRule } from '../../wording/code-words.js';
import { isMatch, type RequestDiagnosis, type LintFinding } from '../outcome.js';
import type { InputAnswer } from '../read/found.js';

/** A diagnosis, with what the service's answer adds to it. */
export function addAnswer(
  diagnosis: RequestDiagnosis,
  interfaceName: Interface,
  answer: InputAnswer | undefined,
): RequestDiagnosis {
  const found = answer && answerLint(diagnosis, interfaceName, answer);
  if (found === undefined) return diagnosis;
  const isRefused = diagnosis.outcome.kind === 'right' && found.effect !== 'unclear';
  const outcome = isRefused ? ({ kind: 'refused-anyway' } as const) : diagnosis.outcome;
  return { ...diagnosis, outcome, lint: [...diagnosis.lint, found] };
}

function answerLint(
  diagnosis: RequestDiagnosis,
  interfaceName: Interface,
  { status, object }: InputAnswer,
): LintFinding | undefined {
  const codes = [object?.get('error'), object?.get('code')];
  const [code = '', meaning] =
    Object.entries<CatalogueEntry>(catalogue[interfaceName]).find(([each]) =>
      codes.includes(each),
    ) ?? [];
  // Some gateways answer HTTP 200 to everything: then the code says what it would have been.
  const meantStatus =
    status === 200 && isRefusal(interfaceName, object) ? (meaning?.status ?? status) : status;
  if (meantStatus < 400) return undefined;
  const contradictsMatch = isMatch(diagnosis) && meantStatus === 401;
  // A mistake that was found explains it.
  if (meantStatus === 401 && explaining.includes(diagnosis.outcome.kind)) return undefined;
  // The diagnosis already knows why the request is refused.
  if (contradictsMatch && diagnosis.lint.some(({ effect }) => effect === 'refused')) {
    return undefined;
  }
  // With another status than that of the contract, a code may mean something else.
  const listed = meaning?.status === meantStatus ? meaning : undefined;
  const named = `The service answered HTTP ${String(status)}${code && ` ${code}`}.`;
  return {
    id: 'answer-refused',
    says: listed === undefined || contradictsMatch ? named : `${named} ${listed.means}`,
    fix: meantStatus === 401 ? sameEnvironment : (listed?.fix ?? familyRule(meantStatus)),
    effect: meantStatus < 500 && !aboutOtherThings.includes(meantStatus) ? 'refused' : 'unclear',
  };
}

const explaining: readonly RequestDiagnosis['outcome']['kind'][] = ['explained', 'bad-header'];

/** They say something about the purchase or the moment, not about the request. */
const aboutOtherThings: readonly number[] = [409, 422, 429];

/** Whether an answer with HTTP 200 says no: `success` false of the gateway, a code without a token of the session interface. */
const isRefusal = (interfaceName: Interface, object: InputAnswer['object']): boolean =>
  interfaceName === 'gateway'
    ? object?.get('success') === false
    : object?.has('sessionToken') === false;

const sameEnvironment =
  'The address and the credentials may belong to different environments: compare both with what the operator issued.';
