import { rightConstruction } from '../forms/constructions.js';
import type {
  HeaderValues,
  SearchedRequest,
  SenderSecrets,
  SigningSteps,
} from '../signing-steps.js';
import type { Bodies } from './bodies.js';
import type { SignerChoices } from './signer-choices.js';

/** What a search combines: the request, the credentials, and the values that each decision of the sender may have had. */
export interface SearchParts {
  readonly request: SearchedRequest;
  readonly secrets: SenderSecrets;
  readonly headers: HeaderValues;
  readonly bodies: Bodies;
  readonly choices: SignerChoices;
}

/** One way in which the request may have been signed. */
export type SigningAttempt = Omit<SigningSteps, 'reading'>;

/** The right signature; undefined if the headers lack what it needs. */
export function rightAttempt({
  request,
  headers,
  choices,
}: SearchParts): SigningAttempt | undefined {
  const [form] = choices.contentForms.atCost(0);
  const [clientId = ''] = choices.ids.atCost(0);
  const [key] = choices.keys.atCost(0);
  if (form === undefined || key === undefined) return undefined;
  const { timestamp = '' } = headers;
  const { body } = request;
  return { ...form, clientId, timestamp, key, construction: rightConstruction, body };
}
