import { limits } from './limits.js';
import { notShown } from './not-shown.js';

export interface ServiceSection {
  /** As it is cited: `§2.4`. */
  readonly section: string;
  readonly title: string;
  /** Each a sentence or two. */
  readonly says: readonly string[];
}

const of = (section: string, title: string, ...says: readonly string[]): ServiceSection => ({
  section,
  title,
  says: [
    ...says,
    ...Object.values(notShown)
      .filter((each) => each.section === section)
      .map((each) => `Not shown: ${each.says}.`),
  ],
});

/** The contract of the service in pvg's own words, under the contract's numbers: what every § means. */
export const serviceSections: readonly ServiceSection[] = [
  of(
    '§1',
    'What the service does',
    'It has two server-to-server interfaces: the gateway and the session interface.',
  ),
  of(
    '§1.1',
    'Gateway',
    'A game server sends the receipt of a purchase. The gateway checks it with the store and answers.',
    'The game decides when and how it grants the item.',
    'A look-up is the read-only support tool: it checks a purchase again and records nothing.',
    'Android refunds are only in the store’s own voided-purchase reports.',
  ),
  of(
    '§1.2',
    'Session interface',
    'One call mints a session token for the game’s SDK and says whether the player completed verification.',
    'Its `xmdtCompleted` is the authoritative answer. The game server never sends or receives a name, date of birth, phone number or OTP code.',
  ),
  of(
    '§1.3',
    'Addresses and credentials',
    'Each interface has a dev and a prod environment. Never mix them.',
    'The gateway knows a game by client id and client secret, the session interface by game id and secret key.',
    'The client secret and the secret key are issued once. A secret key for dev does not work on prod, nor the other way round.',
    'The operator enables the session interface for a game, for dev and prod separately.',
  ),
  of('§2', 'Requests and answers', 'All bodies are JSON.'),
  of(
    '§2.1',
    'Verify request',
    'Required: `receipt`, `product_id`, `os_id` (1 Android, 2 iOS) and, on Android, `package`.',
    'Optional: `player_id`, `character_id`, `server_id`, `game_version`.',
    'An Android receipt is the purchase token: a long opaque text. Never shorten it or take it apart.',
  ),
  of(
    '§2.2',
    'Verify answer',
    'Success: `success` true, `transaction_id`, `product_id`, `receipt_info`. On Android the transaction id is the order id.',
    'Failure: `success` false, `error` (a code), `message`.',
  ),
  of(
    '§2.3',
    'receipt_info (Android)',
    '`platform`, `environment` (always null), `quantity`, `purchase_date_ms`, `purchase_state`, `region_code`, `acknowledgement_state`, `order_id`.',
  ),
  of(
    '§2.4',
    'Look-up answer (Android)',
    '`found` says whether the store confirms the purchase. If it is true, `transactions` has the facts.',
    '`gateway.found` says whether a verify was ever recorded. False is information, not a failure.',
    '`gateway.reason` is then NEVER_RECEIVED_BY_GATEWAY: the store confirms the purchase, but no verify was recorded.',
    'A recorded purchase has `tx_mgmt_id`, `current_state`, `recorded_for_this_game` and the last error, which may be null.',
    'If the store rejects the purchase: `found` false, `order_id` null, `status` (the store’s) and `error`.',
    '`game_id` is always the game that asks.',
  ),
  of(
    '§2.5',
    'Session request',
    'Required: `gameId` and `username` (the game’s stable id of the player, not of a device).',
    'Optional: `serverId` and `roleId`. Leave them out when none was chosen.',
  ),
  of(
    '§2.6',
    'Session answer',
    '`sessionToken` is opaque and valid for 15 minutes, until `expiresAt`.',
    '`xmdtRequired` says whether the SDK’s form has a close button. The operator sets it for the game.',
    '`xmdtCompleted` says whether the player completed verification. If it is true, the client may skip the form.',
  ),
  of(
    '§3',
    'States',
    '`purchase_state`: 0 PURCHASED, 1 CANCELED, 2 PENDING.',
    '`acknowledgement_state`: 0 not acknowledged, 1 acknowledged.',
    '`gateway.current_state`: gateway_verified is the only value listed.',
  ),
  of('§3.1', 'A second verify', 'A receipt that is already verified gets HTTP 409 DUPLICATE_TRANSACTION.'),
  of(
    '§3.2',
    'Completed stays completed',
    'A true `xmdtCompleted` never becomes false again. It may be kept.',
  ),
  of(
    '§3.3',
    'A token is for one use',
    'A session token is for one collect step and expires 15 minutes after it was minted. Mint a fresh one for each SDK form.',
  ),
  of('§4', 'Endpoints', 'There are three, all POST.'),
  of('§4.1', 'POST {base_url}/iap/gateway/verify', 'It checks the purchase with the store and records it.'),
  of(
    '§4.2',
    'POST {base_url}/iap/gateway/lookup-receipt',
    'Read-only, signed like verify. It needs `os_id` 1, `product_id`, `package` and `receipt`.',
    'A game can look up only its own purchases. An order id does not find an Android purchase.',
    'Without `os_id` the request counts as an iOS look-up and is rejected for missing fields.',
  ),
  of(
    '§4.3',
    'POST {xmdt_base_url}/xmdt/session',
    'Call it before each SDK form, and whenever the game server must know whether the player is verified.',
    'There is no separate status call. Do not trust what the device reports.',
  ),
  of('§5', 'Signatures', 'Every request is signed over the raw bytes of its body, exactly as they are sent.'),
  of(
    '§5.1',
    'Gateway signature',
    'body_hash = hex of SHA-256 over the body.',
    'message = client_id + "." + timestamp + "." + body_hash.',
    'X-Signature = hex of HMAC-SHA256 over the message, with the client secret. X-Client-ID and X-Timestamp go with it.',
    `The timestamp is Unix time in seconds. More than ${String(limits.timestampSkewSeconds)} seconds from the server’s clock is rejected.`,
    'Wrong credentials or a wrong signature get HTTP 401 UNAUTHORIZED.',
  ),
  of(
    '§5.2',
    'Session signature',
    'X-Signature = lower-case hex of HMAC-SHA256 over the body, with the secret key.',
    'There is no timestamp and no time window. Sort no fields and serialise nothing again.',
  ),
  of(
    '§6',
    'Events',
    'Android and the session interface send none.',
    'For iOS the service can tell the game server that the store refunded a purchase.',
  ),
  of('§7', 'Errors', 'All codes with their fixes: `pvg explain-error <code>`.'),
  of(
    '§7.1',
    'Gateway errors',
    '409 DUPLICATE_TRANSACTION · 422 PRODUCT_MISMATCH · 422 VERIFICATION_FAILED · 502 VERIFIER_ERROR · 400 MISSING_FIELDS · 400 INVALID_OS_ID · 401 UNAUTHORIZED · 412 ENVIRONMENT_MISMATCH (iOS only).',
    'Grant an item only when `success` is true. On 409 do not grant again. On 422 do not grant.',
    '4xx: the request was wrong. Fix it; do not retry blindly. 5xx: retry with exponential back-off.',
    'Store the transaction id, so that each item is delivered once.',
    'Causes listed for VERIFICATION_FAILED on Android: a purchase state other than 0, another package, the store’s service account not configured for the game.',
  ),
  of(
    '§7.2',
    'Session errors',
    '400 invalid_request · 401 missing_headers · 401 invalid_signature · 403 unknown_service · 409 xmdt_disabled · 409 email_required_unsupported · 429 rate_limited · 500 internal_error.',
    'An error has `code` and `message`.',
  ),
  of(
    '§8',
    'Limits',
    `Gateway timestamp: ${String(limits.timestampSkewSeconds)} seconds either way. Session token: 15 minutes.`,
    'Minting is limited for each player and for each IP address (429 rate_limited).',
  ),
  of('§9', 'Versions'),
];
