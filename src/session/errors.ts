import type { CodeBook } from '../contract/codes.js';
import type { CatalogueEntry } from '../contract/judgement.js';

const again = { grant: 'does-not-apply', advice: 'retry-later', section: '§7.2' } as const;
const toFix = {
  retry: 'after-fixing',
  grant: 'does-not-apply',
  advice: 'fix-request',
  section: '§7.2',
} as const;

/** Every failure that §7.2 lists, with all that pvg says about it; other pages and outputs read it from here. */
export const sessionErrors = {
  invalid_request: {
    status: 400,
    title: 'The request cannot be read',
    means: 'The body is malformed JSON, or gameId or username is missing.',
    who: 'the game’s developers',
    fix: 'Send well-formed JSON with gameId and username; do not retry the request unchanged.',
    ...toFix,
    exit: 5,
  },
  missing_headers: {
    status: 401,
    title: 'No signature was sent',
    means: 'The request has no X-Signature header.',
    who: 'the game’s developers',
    fix: 'Send X-Signature; `pvg sign session` shows what it must be.',
    ...toFix,
    exit: 4,
  },
  invalid_signature: {
    status: 401,
    title: 'The signature does not match',
    means:
      'X-Signature does not match the exact raw body. No clock is involved: this interface has no timestamp (§5.2).',
    who: 'the game’s developers',
    fix: 'Sign the very bytes that are sent, with the secret key of this game and this environment. `pvg diagnose` names the mistake in a request that a game server sent.',
    ...toFix,
    exit: 4,
  },
  unknown_service: {
    status: 403,
    title: 'The game is not known',
    means: 'The gameId is not registered or inactive.',
    who: 'the game’s developers; the operator, if the gameId is right',
    fix: 'Check the gameId and the environment; the operator registers and activates games.',
    ...toFix,
    exit: 4,
  },
  xmdt_disabled: {
    status: 409,
    title: 'The feature is not enabled',
    means: 'Player verification is not enabled for this gameId.',
    who: 'the operator',
    fix: 'Ask the operator to enable the feature for the gameId; dev and prod are enabled separately (§1.3).',
    ...toFix,
    exit: 5,
  },
  email_required_unsupported: {
    status: 409,
    title: 'The game requires e-mail verification',
    means: 'The game has an email-verification requirement that this SDK flow does not support.',
    who: 'the operator and the game’s developers',
    fix: 'Settle with the operator how this game is to verify its players; repeating does not help.',
    ...toFix,
    exit: 5,
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    means:
      'Too many mint requests for the player or the IP in a short window; which limit was hit is not disclosed.',
    who: 'nobody: wait; the game’s developers, if it happens often',
    fix: 'Wait, then try again. Thresholds and window are not shown (§8).',
    ...again,
    retry: 'later',
    exit: 9,
  },
  internal_error: {
    status: 500,
    title: 'The service failed',
    means: 'The service had an error of its own. This says nothing about the player.',
    who: 'nobody: wait',
    fix: 'Retry with back-off.',
    ...again,
    retry: 'with-back-off',
    exit: 8,
  },
} as const satisfies Record<string, CatalogueEntry>;

/** How a session answer names its failure (§7.2). */
export const sessionCodes: CodeBook = {
  catalogue: sessionErrors,
  member: 'code',
  members: ['code', 'message'],
  section: '§7.2',
};
