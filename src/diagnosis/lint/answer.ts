import type { Interface } from '../../contract/interfaces.js';
import { catalogue, type CatalogueEntry } from '../../wording/catalogue.js';
import { familyRule } from '../../wording/code-words.js';
import { isMatch, type RequestDiagnosis, type LintFinding } from '../outcome.js';
import type { InputAnswer } from '../read/found.js';

/** The diagnosis, with a problem for the refusal in the service's answer, unless the diagnosis explains it already. */
export function addServiceAnswer(
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
  // Some gateways answer every request with HTTP 200: then the status that belongs to the code is taken.
  const meantStatus =
    status === 200 && isRefusal(interfaceName, object) ? (meaning?.status ?? status) : status;
  if (meantStatus < 400) return undefined;
  // The signature is right, but the service says that it is not: the contract's words for a 401 would mislead.
  const contradictsMatch = isMatch(diagnosis) && meantStatus === 401;
  // The mistake in the signature or in a header already explains a 401.
  if (meantStatus === 401 && kindsWithMistake.includes(diagnosis.outcome.kind)) return undefined;
  // The diagnosis already knows why the request is refused.
  if (contradictsMatch && diagnosis.lint.some(({ effect }) => effect === 'refused')) {
    return undefined;
  }
  // With another status than that of the contract, a code may mean something else.
  const contractWords = meaning?.status === meantStatus ? meaning : undefined;
  const answerSentence = `The service answered HTTP ${String(status)}${code && ` ${code}`}.`;
  return {
    id: 'answer-refused',
    says:
      contractWords === undefined || contradictsMatch
        ? answerSentence
        : `${answerSentence} ${contractWords.means}`,
    fix: meantStatus === 401 ? sameEnvironment : (contractWords?.fix ?? familyRule(meantStatus)),
    effect:
      meantStatus < 500 && !statusesNotOfRequest.includes(meantStatus) ? 'refused' : 'unclear',
  };
}

const kindsWithMistake: readonly RequestDiagnosis['outcome']['kind'][] = [
  'explained',
  'bad-header',
];

/** Statuses that tell about the purchase or the moment: the same request may succeed later. */
const statusesNotOfRequest: readonly number[] = [409, 422, 429];

/** Whether an answer with HTTP 200 is a refusal: the gateway's `success` is false, or the session answer has no token. */
const isRefusal = (interfaceName: Interface, object: InputAnswer['object']): boolean =>
  interfaceName === 'gateway'
    ? object?.get('success') === false
    : object?.has('sessionToken') === false;

const sameEnvironment =
  'The address and the credentials may belong to different environments: compare both with what the operator issued.';
