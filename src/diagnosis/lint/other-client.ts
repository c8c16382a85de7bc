import { demoCredentials } from '../../contract/demo-credentials.js';
import { joinSentences } from '../../text/sentences.js';
import type { CauseId } from '../catalogue/causes.js';
import type { RequestProblemId } from '../catalogue/request-problems.js';
import type { LintFinding } from '../outcome.js';
import { gameIdOf, type SearchedRequest, type SenderSecret } from '../signing-steps.js';

/** A request of another client or game than the credentials: its signature may be right, and no secret at hand can show it. */

const otherClientId: CauseId = 'client-id-header-mismatch';
const otherGameId: RequestProblemId = 'request-game';

/** The problem that keeps pvg from judging a signature that it did not find; undefined if there is none. */
export function otherSender(lint: readonly LintFinding[]): LintFinding | undefined {
  return lint.find(({ id }) => id === otherClientId || id === otherGameId);
}

/** X-Client-ID is not the one of the credentials, and nothing explains the signature. */
export function otherClient(own: SenderSecret): LintFinding {
  return {
    id: otherClientId,
    says: `X-Client-ID is not the client id of ${own.owner}, so pvg cannot judge this signature.`,
    fix: otherFix('client', own),
    effect: 'refused',
  };
}

/** The gameId of a session is not the one of the credentials, and nothing explains the signature. */
export function lintGame(request: SearchedRequest, own: SenderSecret): LintFinding[] {
  const sent = request.interface === 'session' ? gameIdOf(request.body) : undefined;
  if (sent === undefined || own.gameId === undefined || sent === own.gameId) return [];
  // What has other characters, such as `{{game}}`, is no game's id: it is told as a problem of the member.
  if (!/^[\w.:-]+$/.test(sent)) return [];
  return [
    {
      id: otherGameId,
      says: `The gameId is not the game id of ${own.owner}, so pvg cannot judge this signature.`,
      fix: otherFix('game', own),
      effect: 'unclear',
    },
  ];
}

const demoFixes = {
  client: `Set the client id \`${demoCredentials.clientId}\` and the client secret \`${demoCredentials.clientSecret}\` in your server`,
  game: `Set the game id \`${demoCredentials.gameId}\` and the secret key \`${demoCredentials.secretKey}\` in your server`,
} as const;

const ownFixes = {
  client: 'Use the client id and the secret that were issued together.',
  game: 'Use the game id and the secret key that were issued together.',
} as const;

function otherFix(what: keyof typeof ownFixes, { secret }: SenderSecret): string {
  const isDemo = secret === demoCredentials.clientSecret || secret === demoCredentials.secretKey;
  if (isDemo) return `${demoFixes[what]}, or use the profile of your game with \`--profile\`.`;
  return joinSentences(
    ownFixes[what],
    `If they were, use the profile of this ${what} with \`--profile\`.`,
  );
}
