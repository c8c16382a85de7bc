import type { CodeBook } from '../contract/codes.js';
import type { CatalogueEntry } from '../contract/judgement.js';

const again = { grant: 'does-not-apply', advice: 'retry-later', section: '§7.2' } as const;
const toFix = {
  retry: 'after-fixing',
  grant: 'does-not-apply',
  advice: 'fix-request',
  section: '§7.2',
} as const;

/** Every failure that §7.2 lists, with everything that pvg says about it; other pages and outputs read it from here. */
export const sessionErrors = {
  invalid_request: {
    status: 400,
    title: 'The request cannot be read',
    means: 'The body is malformed JSON, or gameId or username is missing.',
    who: 'the game’s developers',
    fix: 'Send well-formed JSON with gameId and username.',
    ...toFix,
    exit: 5,
  },
  missing_headers: {
    status: 401,
    title: 'No signature was sent',
    means: 'The request has no X-Signature header.',
    who: 'the game’s developers',
    fix: 'Send X-Signature. `pvg sign session` shows the right value.',
    ...toFix,
    exit: 4,
  },
  invalid_signature: {
    status: 401,
    title: 'The signature does not match',
    means:
      'X-Signature does not match the exact raw body. No clock is involved: this interface has no timestamp.',
    who: 'the game’s developers',
    fix: 'Sign exactly the bytes that are sent, with the secret key of this game and this environment. `pvg diagnose` finds the mistake in a request from a game server.',
    ...toFix,
    exit: 4,
  },
  unknown_service: {
    status: 403,
    title: 'The game is not known',
    means: 'The gameId is not registered, or it is inactive.',
    who: 'the game’s developers; the operator, if the gameId is right',
    fix: 'Check the gameId and the environment. The operator registers and activates games.',
    ...toFix,
    exit: 4,
  },
  xmdt_disabled: {
    status: 409,
    title: 'The feature is not enabled',
    means: 'Player verification is not enabled for this gameId.',
    who: 'the operator',
    fix: 'Ask the operator to enable the feature for the gameId. Dev and prod are enabled separately.',
    ...toFix,
    exit: 5,
  },
  email_required_unsupported: {
    status: 409,
    title: 'The game requires e-mail verification',
    means: 'The game has an email-verification requirement that this SDK flow does not support.',
    who: 'the operator and the game’s developers',
    fix: 'Ask the operator how this game can verify its players. Repeating the call does not help.',
    ...toFix,
    exit: 5,
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    means:
      'There were too many mint requests for this player or this IP in a short time. The service does not say which limit was hit.',
    who: 'nobody yet; the game’s developers, if it happens often',
    fix: 'Wait, then try again. The contract does not show the limits.',
    ...again,
    retry: 'later',
    exit: 9,
  },
  internal_error: {
    status: 500,
    title: 'The service failed',
    means: 'The service had an internal error. This says nothing about the player.',
    who: 'nobody yet',
    fix: 'Wait a few minutes, then try again. A game server retries with back-off.',
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
