import { randomUUID } from 'node:crypto';
import { interfaceRecords } from '../contract/interfaces.js';
import { limits } from '../contract/limits.js';
import { headerValues } from '../contract/wire.js';
import { verify as isSigned } from '../signing/scheme.js';
import { failureAnswer, type Answer } from './answers.js';
import type { ReadRequest } from './request-subject.js';
import { findBodyTrouble, memberText } from './members.js';
import type { World } from './world.js';

/**
 * The contract shows no order of the checks. Here the game comes first, because the key for the signature belongs to the game
 * that the body names. Only a caller with a right signature learns more about game and player.
 */
export function answerSession(world: World, { headers, body, members }: ReadRequest): Answer {
  const nowMs = world.now();
  const signatures = headerValues(headers, interfaceRecords.session.headers.signature);
  if (signatures.length === 0) {
    return failureAnswer('missing_headers', 'The X-Signature header is missing.');
  }
  if (members === undefined) return failureAnswer('invalid_request', 'The body is not JSON.');
  const trouble = findBodyTrouble(members, interfaceRecords.session.bodies.session);
  if (trouble !== undefined) {
    return failureAnswer('invalid_request', trouble.says, trouble.isShown ? undefined : '§7.2');
  }

  const [gameId, username] = [memberText(members, 'gameId'), memberText(members, 'username')];
  const game = world.games.get(gameId);
  if (game === undefined) {
    return failureAnswer('unknown_service', 'The gameId is not registered, or it is inactive.');
  }
  // Several headers are joined as HTTP does it, so they never match.
  const signature = signatures.join(', ');
  if (!isSigned(interfaceRecords.session, game.secretKey, { body, signature })) {
    return failureAnswer('invalid_signature', 'The signature does not match the body.');
  }
  if (game.refusedAs !== undefined) {
    return failureAnswer(game.refusedAs, 'This game cannot use the feature.');
  }
  const player = world.players.get(username);
  if (player === 'broken') return failureAnswer('internal_error', 'Something went wrong.');
  if (player === 'limited' || !world.tryMint(JSON.stringify([gameId, username]), nowMs)) {
    return failureAnswer('rate_limited', 'Too many requests.');
  }
  return {
    status: 200,
    body: {
      sessionToken: randomUUID(),
      expiresAt: new Date(nowMs + limits.sessionTokenMinutes * 60_000).toISOString(),
      xmdtRequired: game.xmdtRequired,
      xmdtCompleted: player !== undefined && nowMs >= player.completedFromMs,
    },
  };
}
