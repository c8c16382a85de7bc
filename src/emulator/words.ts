/** What `pvg help emulate` says about the demo games and players and about points that the contract leaves open. */

export const demoSessionWords: readonly (readonly [string, string])[] = [
  ['player demo-completed', 'has completed verification'],
  ['player demo-limited', '429 rate_limited'],
  ['player demo-broken', '500 internal_error'],
  ['game demo-disabled', '409 xmdt_disabled'],
  ['game demo-email', '409 email_required_unsupported'],
  ['any other game', '403 unknown_service'],
];

export const emulatorChoices: readonly (readonly [string, string])[] = [
  ['checks, gateway', 'in this order: client id and signature, clock, members of the body, store'],
  ['checks, session', 'in this order: header, body, game, signature, settings of the game, player'],
  ['missing header', 'at the gateway: 401 UNAUTHORIZED, the same as for a wrong header'],
  ['upper-case hex', 'in a gateway signature: 401 UNAUTHORIZED'],
  ['timestamp', 'outside the window: 401 UNAUTHORIZED'],
  ['wrong type', 'a member that is empty or not text counts as missing: 400'],
  ['null', 'an optional member that is null counts as left out'],
  ['failed verify', 'records nothing: the same receipt can be verified later'],
  ['slow verify', 'is recorded before its answer is sent: the next verify is answered with 409'],
  ['--fault', 'a request that gets a fault is not processed'],
  ['look-up', 'a store rejection comes with HTTP 200, other failures with the statuses of verify'],
  [
    'voided purchases',
    'GET at the path of the store’s own list: /androidpublisher/v3/applications/<package>/purchases/voidedpurchases',
  ],
  ['--mint-limit', 'a sliding window for each player of a game; a refused request does not count'],
  ['--address-limit', 'the same for each address that calls'],
  ['token', 'the emulator never uses a token, so it is never used up'],
];
