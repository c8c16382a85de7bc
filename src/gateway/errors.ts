import type { CodeBook } from '../contract/codes.js';
import type { CatalogueEntry } from '../contract/judgement.js';

const ownRecords = 'Check in the game’s own records whether the item was delivered. Do not grant it again.';
/** §4.2. */
export const noIosLookup = 'pvg cannot look up an iOS purchase: the contract does not show how.';

const rejected = {
  status: 422,
  retry: 'never',
  grant: 'no',
  advice: 'do-not-grant',
  exit: 6,
  section: '§7.1',
} as const;
const toFix = {
  retry: 'after-fixing',
  grant: 'no',
  advice: 'fix-request',
  exit: 5,
  section: '§7.1',
} as const;

/** Every failure that §7.1 lists, with everything that pvg says about it; other pages and outputs read it from here. */
export const gatewayErrors = {
  DUPLICATE_TRANSACTION: {
    status: 409,
    title: 'Already verified',
    means: 'The gateway has verified this receipt before.',
    who: 'the game’s developers',
    fix: `${ownRecords} \`pvg lookup\` shows the gateway’s record.`,
    fixOnIos: `${ownRecords} ${noIosLookup}`,
    retry: 'never',
    grant: 'not-again',
    advice: 'already-verified',
    exit: 7,
    section: '§7.1',
  },
  PRODUCT_MISMATCH: {
    title: 'The product does not match',
    means: 'The product_id of the request does not match the store’s record of this receipt.',
    causes: ['possible receipt swap', 'client bug'],
    who: 'the game’s developers',
    fix: 'Do not grant. Check the product id first. If it is right, find out why the game sent this receipt with this product.',
    ...rejected,
  },
  VERIFICATION_FAILED: {
    title: 'Rejected by the store',
    means: 'The store did not accept this receipt.',
    causes: [
      'purchase state other than 0 (Android)',
      'package mismatch (Android)',
      'store service-account credentials not configured for the game (Android)',
    ],
    who: 'the game’s developers; the operator, if the store credentials of the game are not configured',
    fix: 'Do not grant. `pvg lookup` shows what the store says about the purchase.',
    fixOnIos: `Do not grant. ${noIosLookup}`,
    ...rejected,
  },
  VERIFIER_ERROR: {
    status: 502,
    title: 'The store check failed',
    means:
      'The store was unreachable, or an unexpected error occurred. This says nothing about the purchase.',
    who: 'nobody yet',
    fix: 'Wait a few minutes, then try again. A game server retries with exponential back-off.',
    retry: 'with-back-off',
    grant: 'no',
    advice: 'retry-later',
    exit: 8,
    section: '§7.1',
  },
  MISSING_FIELDS: {
    status: 400,
    title: 'Required fields are missing',
    means: 'The request lacks a required field: receipt, product_id, os_id or, on Android, package.',
    causes: [
      'a required field is missing (on Android, package is required too)',
      'a look-up without os_id, which the gateway handles as an iOS look-up by order id',
    ],
    who: 'the game’s developers',
    fix: 'Add the missing field, then send the request again.',
    ...toFix,
  },
  INVALID_OS_ID: {
    status: 400,
    title: 'os_id is not 1 or 2',
    means: 'os_id must be the integer 1 (Android) or 2 (iOS).',
    who: 'the game’s developers',
    fix: 'Send os_id as the integer 1 or 2.',
    ...toFix,
  },
  UNAUTHORIZED: {
    status: 401,
    title: 'Credentials or signature refused',
    means: 'The client id, the secret or the signature is not right.',
    who: 'the game’s developers, or whoever set up this profile',
    fix: 'Check the client id, the client secret and the environment. Never mix dev and prod. `pvg diagnose` finds the mistake in a request from a game server.',
    ...toFix,
    exit: 4,
    section: '§5.1',
  },
  ENVIRONMENT_MISMATCH: {
    status: 412,
    title: 'Sandbox and production are mixed',
    means: 'iOS only: a sandbox receipt was sent to production, or a production receipt to the sandbox.',
    who: 'the game’s developers',
    fix: 'Send the receipt to the environment that it belongs to.',
    ...toFix,
  },
} as const satisfies Record<string, CatalogueEntry>;

/** How a gateway answer names its failure (§2.2). */
export const gatewayCodes: CodeBook = {
  catalogue: gatewayErrors,
  member: 'error',
  members: ['success', 'error', 'message'],
  section: '§7.1',
};

export const iosCodes: CodeBook = {
  ...gatewayCodes,
  catalogue: Object.fromEntries(
    Object.entries(gatewayErrors).map(([code, entry]: [string, CatalogueEntry]) => [
      code,
      { ...entry, fix: entry.fixOnIos ?? entry.fix },
    ]),
  ),
};
