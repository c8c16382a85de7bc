import type { CodeBook } from '../contract/codes.js';
import type { CatalogueEntry } from '../contract/judgement.js';

const ownRecords =
  'Check in the game’s own records whether the item was delivered, and do not grant it again.';
const noIosLookup = 'An iOS look-up is not shown (§4.2).';

/** Every failure that §7.1 lists, with all that pvg says about it; other pages and outputs read it from here. */
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
    status: 422,
    title: 'Another product was bought',
    means: 'The product_id of the request does not match the store’s record of this receipt.',
    causes: ['possible receipt swap', 'client bug'],
    who: 'the game’s developers',
    fix: 'Do not grant. Find out why the game sent this receipt with this product.',
    retry: 'never',
    grant: 'no',
    advice: 'do-not-grant',
    exit: 6,
    section: '§7.1',
  },
  VERIFICATION_FAILED: {
    status: 422,
    title: 'Rejected by the store',
    means: 'The store did not accept this receipt.',
    causes: [
      'purchase state other than 0 (Android)',
      'package mismatch (Android)',
      'store service-account credentials not configured for the game (Android)',
    ],
    who: 'the game’s developers; the operator, where the store credentials of the game are not configured',
    fix: 'Do not grant. See what the store says of the purchase with `pvg lookup`.',
    fixOnIos: `Do not grant. ${noIosLookup}`,
    retry: 'never',
    grant: 'no',
    advice: 'do-not-grant',
    exit: 6,
    section: '§7.1',
  },
  VERIFIER_ERROR: {
    status: 502,
    title: 'The store could not be asked',
    means: 'The store was unreachable, or an unexpected error came up. This says nothing about the purchase.',
    who: 'nobody: wait',
    fix: 'Retry with exponential back-off.',
    retry: 'with-back-off',
    grant: 'no',
    advice: 'retry-later',
    exit: 8,
    section: '§7.1',
  },
  MISSING_FIELDS: {
    status: 400,
    title: 'Required fields are missing',
    means: 'The request lacks a required field: receipt, product_id, os_id, or on Android package.',
    causes: [
      'a required field is missing, package on Android included',
      'a look-up without os_id, which is handled under the iOS order-id contract',
    ],
    who: 'the game’s developers',
    fix: 'Add the missing field and send the request again; do not retry it unchanged.',
    retry: 'after-fixing',
    grant: 'no',
    advice: 'fix-request',
    exit: 5,
    section: '§7.1',
  },
  INVALID_OS_ID: {
    status: 400,
    title: 'os_id is neither 1 nor 2',
    means: 'os_id must be the integer 1 (Android) or 2 (iOS).',
    who: 'the game’s developers',
    fix: 'Send os_id as the integer 1 or 2; do not retry the request unchanged.',
    retry: 'after-fixing',
    grant: 'no',
    advice: 'fix-request',
    exit: 5,
    section: '§7.1',
  },
  UNAUTHORIZED: {
    status: 401,
    title: 'Credentials or signature refused',
    means: 'The client id, the secret or the signature is not right.',
    who: 'the game’s developers',
    fix: 'Check client id, client secret and environment; development and production are never mixed. `pvg diagnose` names the mistake in a request that a game server sent.',
    retry: 'after-fixing',
    grant: 'no',
    advice: 'fix-request',
    exit: 4,
    section: '§5.1',
  },
  ENVIRONMENT_MISMATCH: {
    status: 412,
    title: 'Sandbox and production are mixed',
    means: 'iOS only: the receipt belongs to the other of sandbox and production.',
    who: 'the game’s developers',
    fix: 'Send the receipt to the environment it belongs to; do not retry it unchanged.',
    retry: 'after-fixing',
    grant: 'no',
    advice: 'fix-request',
    exit: 5,
    section: '§7.1',
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
