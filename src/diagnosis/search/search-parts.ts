import type {
  HeaderValues,
  SearchedRequest,
  SenderSecrets,
  SigningSteps,
} from '../signing-steps.js';
import type { Bodies } from './bodies.js';
import type { SignerChoices } from './signer-choices.js';

/** What a search goes through: the request, the credentials, and every decision of its sender. */
export interface SearchParts {
  readonly request: SearchedRequest;
  readonly secrets: SenderSecrets;
  readonly headers: HeaderValues;
  readonly bodies: Bodies;
  readonly choices: SignerChoices;
}

/** One way in which the request may have been signed. */
export type SigningAttempt = Omit<SigningSteps, 'reading'>;
