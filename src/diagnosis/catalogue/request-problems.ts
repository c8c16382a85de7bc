/** What a person reads about a problem of the request itself when no request is at hand. */
interface RequestProblemEntry {
  readonly mistake: string;
  readonly typicalSenders: string;
  readonly fix: string;
}

const entries = {
  method: {
    mistake: 'The request was not sent with POST.',
    typicalSenders: 'An HTTP client that followed a redirect, from `http://` to `https://`.',
    fix: 'Send a POST to the address itself, not to one that redirects.',
  },
  path: {
    mistake: 'The path of the request is not one of this interface.',
    typicalSenders: 'A base address that ends in a slash, or that has a part of the path already.',
    fix: 'Send the request to the base address followed by the path of the interface, such as `/iap/gateway/verify` or `/xmdt/session`.',
  },
  address: {
    mistake: 'The request was sent to another host or base path than the profile has.',
    typicalSenders: 'A server with the address of dev and the secret of prod, or the reverse.',
    fix: 'Use the address and the secrets that were issued for the same environment.',
  },
  'content-type': {
    mistake: 'The request has no `Content-Type: application/json`.',
    typicalSenders: 'An HTTP client that was given text or form data, for which it sets its own.',
    fix: 'Set `Content-Type: application/json`.',
  },
  'content-encoding': {
    mistake: 'The request says that its body is compressed, but the body is not.',
    typicalSenders: 'Headers that were copied from another request or set for all requests.',
    fix: 'Remove the `Content-Encoding` header.',
  },
  body: {
    mistake: 'The body is not one JSON object as the service needs it.',
    typicalSenders:
      'A body that is empty, form data or compressed; a printed object; a byte order mark; a member that appears twice.',
    fix: 'Make the body with one JSON serialiser, as UTF-8. Sign exactly those bytes, and send them.',
  },
  members: {
    mistake: 'A member of the body is missing, has another name, or has a value of the wrong type.',
    typicalSenders:
      'Names in another spelling, such as `productId`; `os_id` as a string; a verify for Android without `package`.',
    fix: 'Name each member as the contract does, and send it with its type. A changed body needs a new signature.',
  },
  length: {
    mistake: 'The body that was given to pvg has another length than Content-Length says.',
    typicalSenders: 'A capture of `curl -v`, and the body of another request beside it.',
    fix: 'Give the body of this request exactly as it was sent: `--body @file`.',
  },
  masked: {
    mistake: 'A part of the request looks masked or shortened, so its signature cannot be judged.',
    typicalSenders: 'A request that was copied from a log.',
    fix: 'Give the request as it was sent: the body with `--body @file`, the signature with `--signature`.',
  },
  'personal-data': {
    mistake:
      'The body has a member for the player’s name, date of birth, phone number or OTP code.',
    typicalSenders: 'A server that sends its whole record of the player.',
    fix: 'Remove the player’s data from the body: the game server never sends it.',
  },
  'client-id': {
    mistake: '`pvg diagnose` got no client id: neither `--client-id` nor the credentials have one.',
    typicalSenders: 'A request of the gateway that is given with options.',
    fix: 'Add `--client-id`: the client id is a part of the message.',
  },
  game: {
    mistake: 'The gameId of the body is not the game id of the credentials in use.',
    typicalSenders: 'A game server of another game or environment than the profile of pvg.',
    fix: 'Use the game id and the secret key that were issued together, and the profile of that game.',
  },
  timestamp: {
    mistake: 'X-Timestamp is not Unix seconds.',
    typicalSenders:
      'The ticks of .NET; `date +%s%N` on macOS and BSD, which do not know `%N`; a number that lost digits.',
    fix: 'Send whole Unix seconds: 10 digits and nothing else.',
  },
  'too-large': {
    mistake: 'The request is so large that pvg searched only a part of the mistakes, or none.',
    typicalSenders: 'A body of more than 64 KB; a header that has another value appended.',
    fix: 'Diagnose a smaller request of the same program.',
  },
} as const satisfies Readonly<Record<string, RequestProblemEntry>>;

const idStart = 'request-';

/** The part of the request that a problem is about. The id of the problem is `request-` and the part. */
export type RequestPart = keyof typeof entries;
export type RequestProblemId = `${typeof idStart}${RequestPart}`;

export const requestProblemIds: readonly string[] = Object.keys(entries).map(
  (part) => idStart + part,
);

/** Undefined for a word that is not the id of such a problem. */
export function requestProblemOf(id: string): RequestProblemEntry | undefined {
  if (!requestProblemIds.includes(id)) return undefined;
  return entries[id.slice(idStart.length) as RequestPart];
}
