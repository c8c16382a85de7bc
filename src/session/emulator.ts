import { membersOf, own, written, type EmulatedAnswer } from '../contract/emulated.js';
import { paths, withoutQuery } from '../contract/interfaces.js';
import { limits } from '../contract/limits.js';
import { verifySession } from '../signing/session.js';
import { headerValues, type Send, type WireRequest, type WireResponse } from '../wire.js';
import { sessionErrors, type SessionErrorCode as Code } from './errors.js';

/**
 * The session interface of §4.3 as a Send, with a memory and a clock of its own. What the contract does not show
 * is marked by the header X-Pvg-Not-Shown, never in the body.
 */

export interface EmulatedGame {
  readonly secretKey: string;
  /** §2.6: set per game by the operator. */
  readonly xmdtRequired: boolean;
  /** Why every call of this game is refused (§7.2, 409). */
  readonly refusedAs?: 'xmdt_disabled' | 'email_required_unsupported';
}

/** How a player differs from one who may mint and has not completed. */
export type EmulatedPlayer = 'completed' | 'limited' | 'broken';

export interface MintLimit {
  readonly tokens: number;
  readonly seconds: number;
}

export interface SessionEmulatorOptions {
  readonly games: ReadonlyMap<string, EmulatedGame>;
  readonly players: ReadonlyMap<string, EmulatedPlayer>;
  readonly mintToken: () => string;
  readonly now: () => number;
  /** Per player. */
  readonly mintLimit?: MintLimit | undefined;
  readonly clockSkewSeconds?: number;
}

const answerOf = (status: number, code: string, message: string, section?: string): EmulatedAnswer => ({
  status,
  body: { code, message },
  notShown: section,
});

const failure = (code: Code, message: string, section?: string): EmulatedAnswer =>
  answerOf(sessionErrors[code].status, code, message, section);

export function emulateSession(options: SessionEmulatorOptions): Send {
  const clock = (): number => options.now() + (options.clockSkewSeconds ?? 0) * 1000;
  const service: Service = { ...options, clock, mayMint: mintLimiter(options.mintLimit) };
  return (request) => Promise.resolve(written(answerTo(service, request), clock()));
}

interface Service extends SessionEmulatorOptions {
  readonly clock: () => number;
  readonly mayMint: MintLimiter;
}

/**
 * The contract shows no order of the checks. The key belongs to the game that the body names, so the game is
 * looked up before the signature can be checked; only a right signature learns more about game and player.
 */
function answerTo(service: Service, { url, headers, body }: WireRequest): EmulatedAnswer {
  if (!withoutQuery(url).endsWith(paths.session)) return refusal(404, 'No such path.', '§4');
  const signatures = headerValues(headers, 'x-signature');
  if (signatures.length === 0) return failure('missing_headers', 'The X-Signature header is missing.');

  const members = membersOf(body);
  if (members === undefined) return failure('invalid_request', 'The body is not JSON.');
  const gameId = own(members, 'gameId');
  const username = own(members, 'username');
  if (!isText(gameId) || !isText(username)) {
    const absent = gameId === undefined || username === undefined;
    return failure('invalid_request', 'gameId or username is missing.', absent ? undefined : '§7.2');
  }

  const game = service.games.get(gameId);
  if (game === undefined) return failure('unknown_service', 'The gameId is not registered or inactive.');
  if (!verifySession(game.secretKey, { body }, signatures.join(', ')))
    return failure('invalid_signature', 'The signature does not match the body.');
  if (game.refusedAs !== undefined) return failure(game.refusedAs, refusedBecause[game.refusedAs]);
  return mint(service, game, gameId, username);
}

const refusedBecause = {
  xmdt_disabled: 'The feature is not enabled for this gameId.',
  email_required_unsupported: 'The game requires an email verification that this flow does not support.',
} as const;

function mint(service: Service, game: EmulatedGame, gameId: string, username: string): EmulatedAnswer {
  const player = service.players.get(username);
  if (player === 'broken') return failure('internal_error', 'Something went wrong.');
  const nowMs = service.clock();
  if (player === 'limited' || !service.mayMint(JSON.stringify([gameId, username]), nowMs))
    return failure('rate_limited', 'Too many requests.');
  return {
    status: 200,
    body: {
      sessionToken: service.mintToken(),
      expiresAt: new Date(nowMs + limits.sessionTokenMinutes * 60_000).toISOString(),
      xmdtRequired: game.xmdtRequired,
      xmdtCompleted: player === 'completed',
    },
  };
}

type MintLimiter = (player: string, nowMs: number) => boolean;

/** A sliding window per player; a refused request does not count. Without a limit nothing is kept. */
function mintLimiter(limit: MintLimit | undefined): MintLimiter {
  if (limit === undefined) return () => true;
  const mintedAt = new Map<string, number[]>();
  return (player, nowMs) => {
    const windowStart = nowMs - limit.seconds * 1000;
    forgetBefore(mintedAt, windowStart);
    const recent = (mintedAt.get(player) ?? []).filter((time) => time > windowStart);
    const allowed = recent.length < limit.tokens;
    if (allowed) {
      // Taken out and put in again: the map stays in the order of the last mint.
      mintedAt.delete(player);
      mintedAt.set(player, [...recent, nowMs]);
    }
    return allowed;
  };
}

function forgetBefore(mintedAt: Map<string, number[]>, windowStart: number): void {
  for (const [player, times] of mintedAt) {
    if ((times.at(-1) ?? 0) > windowStart) return;
    mintedAt.delete(player);
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** An answer the contract does not show: in the session interface's shape, with no code of the contract. */
const refusal = (status: number, message: string, section: string): EmulatedAnswer =>
  answerOf(status, `http_${String(status)}`, message, section);

/** What the session interface's address says when no emulated session was asked, for the shell. */
export const refuseAsSession = (
  nowMs: number,
  status: number,
  message: string,
  section: string,
): WireResponse => written(refusal(status, message, section), nowMs);

/** A failure made on purpose: the first code that §7.2 lists for the status, or marked as not shown. */
export function faultOfSession(nowMs: number, status: number): WireResponse {
  const says = 'This failure was asked for by --fault.';
  const code = (Object.keys(sessionErrors) as Code[]).find((each) => sessionErrors[each].status === status);
  return written(code === undefined ? refusal(status, says, '§7.2') : failure(code, says), nowMs);
}
