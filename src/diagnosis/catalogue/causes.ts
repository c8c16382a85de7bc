import { algorithmCauses } from './groups/algorithm.js';
import { bodyBytesCauses } from './groups/body-bytes.js';
import { bodyHashCauses } from './groups/body-hash.js';
import { bodyReplacedCauses } from './groups/body-replaced.js';
import { bodySerialisedAgainCauses } from './groups/body-serialised-again.js';
import { clientIdCauses } from './groups/client-id.js';
import { headersCauses } from './groups/headers.js';
import { messageLayoutCauses } from './groups/message-layout.js';
import { secretCauses } from './groups/secret.js';
import { signatureTextCauses } from './groups/signature-text.js';
import { timestampCauses } from './groups/timestamp.js';

/** Every cause under the title of its part of the page, in the order of the page. */
export const causeGroups = [
  bodySerialisedAgainCauses,
  bodyBytesCauses,
  bodyReplacedCauses,
  bodyHashCauses,
  messageLayoutCauses,
  secretCauses,
  algorithmCauses,
  signatureTextCauses,
  timestampCauses,
  clientIdCauses,
  headersCauses,
] as const;

/** The ids of all causes that pvg can find. */
export type CauseId = (typeof causeGroups)[number]['causes'][number]['id'];
