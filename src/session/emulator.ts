import {
  emulate,
  failing,
  membersOf,
  missingTexts,
  notText,
  textIn,
  type Emulated,
  type EmulatedAnswer as Answer,
  type EmulatorDoors,
} from '../contract/emulated.js';
import { records } from '../contract/interfaces.js';
import { limits } from '../contract/limits.js';
import { verify as isSigned } from '../signing/scheme.js';
import { headerValues, type WireRequest } from '../contract/wire.js';
import { sessionCodes, sessionErrors } from './errors.js';

/**
 * The session interface of §4.3. What the contract does not show is marked by the header X-Pvg-Not-Shown, never in
 * the body.
 */

export interface EmulatedGame {
  readonly secretKey: string;
  /** §2.6: set per game by the operator. */
  readonly xmdtRequired: boolean;
  /** Why every call of this game is refused (§7.2, 409). */
  readonly refusedAs?: 'xmdt_disabled' | 'email_required_unsupported';
}

/** How a player differs from the usual one, who gets a token and has not completed verification. */
export type EmulatedPlayer = 'limited' | 'broken' | { readonly completedFromMs: number };

export interface MintLimit {
  readonly tokens: number;
  readonly seconds: number;
}

export interface SessionEmulatorOptions extends EmulatorDoors {
  readonly games: ReadonlyMap<string, EmulatedGame>;
  readonly players: ReadonlyMap<string, EmulatedPlayer>;
  readonly mintToken: () => string;
  /** Per player. */
  readonly mintLimit?: MintLimit | undefined;
  /** Per address that calls. */
  readonly addressLimit?: MintLimit | undefined;
}

export function emulateSession(options: SessionEmulatorOptions): Emulated {
  const service: Service = {
    ...options,
    mayMint: mintLimiter(options.mintLimit),
    mayCall: mintLimiter(options.addressLimit),
  };
  return emulate(
    {
      record: records.session,
      book: sessionCodes,
      failure: bodyOf,
      unlisted: (status) => `http_${String(status)}`,
      operations: { session: (request, nowMs) => Promise.resolve(answerTo(service, request, nowMs)) },
    },
    options,
  );
}

interface Service extends SessionEmulatorOptions {
  readonly mayMint: MintLimiter;
  readonly mayCall: MintLimiter;
}

const bodyOf = (code: string, message: string): object => ({ code, message });

const failure = failing(sessionErrors, bodyOf);

/**
 * The contract shows no order of the checks. The key belongs to the game that the body names, so the game is
 * looked up before the signature can be checked; only a right signature learns more about game and player.
 */
function answerTo(service: Service, { headers, body, from = '' }: WireRequest, nowMs: number): Answer {
  const signatures = headerValues(headers, records.session.headers.signature);
  if (signatures.length === 0) return failure('missing_headers', 'The X-Signature header is missing.');

  const members = membersOf(body);
  if (members === undefined) return failure('invalid_request', 'The body is not JSON.');
  const missing = missingTexts(members, ['gameId', 'username']);
  if (missing.names.length > 0)
    return failure('invalid_request', 'gameId or username is missing.', missing.isShown ? undefined : '§7.2');
  const wrong = notText(members, records.session.bodies.session);
  if (wrong.length > 0) return failure('invalid_request', `Not a string: ${wrong.join(', ')}.`, '§7.2');

  const [gameId, username] = [textIn(members, 'gameId'), textIn(members, 'username')];
  const game = service.games.get(gameId);
  if (game === undefined)
    return failure('unknown_service', 'The gameId is not registered, or it is inactive.');
  if (!isSigned(records.session, game.secretKey, { body }, signatures.join(', ')))
    return failure('invalid_signature', 'The signature does not match the body.');
  if (game.refusedAs !== undefined) return failure(game.refusedAs, refusedBecause[game.refusedAs]);
  if (!service.mayCall(from, nowMs)) return failure('rate_limited', 'Too many requests.');
  return mint(service, game, { gameId, username }, nowMs);
}

const refusedBecause = {
  xmdt_disabled: 'The feature is not enabled for this gameId.',
  email_required_unsupported: 'The game requires an email verification that this flow does not support.',
} as const;

function mint(
  service: Service,
  game: EmulatedGame,
  { gameId, username }: { gameId: string; username: string },
  nowMs: number,
): Answer {
  const player = service.players.get(username);
  if (player === 'broken') return failure('internal_error', 'Something went wrong.');
  if (player === 'limited' || !service.mayMint(JSON.stringify([gameId, username]), nowMs))
    return failure('rate_limited', 'Too many requests.');
  return {
    status: 200,
    body: {
      sessionToken: service.mintToken(),
      expiresAt: new Date(nowMs + limits.sessionTokenMinutes * 60_000).toISOString(),
      xmdtRequired: game.xmdtRequired,
      xmdtCompleted: player !== undefined && service.now() >= player.completedFromMs,
    },
  };
}

type MintLimiter = (key: string, nowMs: number) => boolean;

/** A sliding window per player or address; a refused request does not count. Without a limit nothing is kept. */
function mintLimiter(limit: MintLimit | undefined): MintLimiter {
  if (limit === undefined) return () => true;
  let minted: { readonly key: string; readonly atMs: number }[] = [];
  return (key, nowMs) => {
    minted = minted.filter(({ atMs }) => atMs > nowMs - limit.seconds * 1000);
    const allowed = minted.filter((each) => each.key === key).length < limit.tokens;
    if (allowed) minted.push({ key, atMs: nowMs });
    return allowed;
  };
}
