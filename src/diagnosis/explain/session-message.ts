import { joinWithAnd } from '../../text/sentences.js';
import type { CauseId } from '../catalogue/causes.js';
import { bodyItself, sha256HexForm, type HashForm } from '../forms/hashes.js';
import { rightParts, type MessageLayout } from '../forms/layouts.js';
import { explainCause, joinExplanations, noExplanation } from '../signing-steps.js';
import type { SearchedRequest, SigningSteps, StepExplanation } from '../signing-steps.js';
import { quoteText } from '../spelling.js';
import { explainBodyOf } from './body.js';
import {
  contentWords,
  hasRoute,
  isRightLayout,
  isSameForm,
  memberInMessage,
  partLabels,
  templateOf,
} from './message-parts.js';
import { joinedSays } from './text-instead.js';

/** The members of a session’s body whose values were signed in place of the body, in the order of the message. */
function signedMembers(steps: SigningSteps, request: SearchedRequest): string[] {
  const member = memberInMessage(steps, request);
  if (request.interface === 'gateway' || member === undefined) return [];
  const { clientId } = partLabels(steps, request);
  // A session has no client id: the part of that name holds the gameId, if the program signed it.
  const isGameId = clientId === 'gameId';
  return steps.layout.parts.flatMap((part) => {
    if (part === 'content') return [member];
    return part === 'clientId' && isGameId ? [clientId] : [];
  });
}

/** Explains the bytes that were signed as the body. A session's message may also have single values of the body. */
export function explainContentOf(steps: SigningSteps, request: SearchedRequest): StepExplanation {
  const names = signedMembers(steps, request);
  if (steps.layout.parts.length < 2 || names.length === 0) {
    return explainBodyOf(request.interface, request.body, steps.body);
  }
  if (areJoined(steps.layout, names)) {
    const { separator } = steps.layout;
    return explainCause('body-values-joined', joinedSays({ names, separator }));
  }
  const verb = names.length > 1 ? 'were' : 'was';
  return explainCause(
    'body-member-only',
    `Of the body, only ${joinWithAnd(names.map(quoteText))} ${verb} signed.`,
  );
}

/** Whether the message has only values of the body, two or more. */
function areJoined({ parts, before, after }: MessageLayout, names: readonly string[]): boolean {
  return names.length > 1 && names.length === parts.length && before + after === '';
}

export function explainSessionMessage(
  steps: SigningSteps,
  request: SearchedRequest,
): StepExplanation {
  const { hash, layout } = steps;
  const { parts } = layout;
  if (areJoined(layout, signedMembers(steps, request))) return noExplanation;
  const content = parts.includes('content') ? explainSessionContent(hash) : noExplanation;
  const signed = templateOf(layout, partLabels(steps, request));
  const says = `The message was ${signed}, but the session interface signs the body alone.`;
  if (parts.join() === rightParts('gateway').join() && isSameForm(hash, sha256HexForm)) {
    return explainCause('scheme-confused', says);
  }
  if (isRightLayout(layout, 'session')) return content;
  return joinExplanations(content, explainCause(sessionLayoutId(layout), says));
}

function sessionLayoutId(layout: MessageLayout): CauseId {
  if (layout.wholeMistake) return layout.wholeMistake.id;
  if (hasRoute(layout)) return 'layout-method-path';
  if (layout.parts.includes('secret')) return 'layout-secret-in-message';
  return layout.parts.includes('timestamp') ? 'layout-timestamp-prefixed' : 'layout-id-prefixed';
}

function explainSessionContent(hash: HashForm): StepExplanation {
  if (isSameForm(hash, bodyItself)) return noExplanation;
  // A hash form with the text `word` is a word in place of the content, which stands in `before`.
  if (hash.text === 'word') {
    return explainCause(
      'body-object-tostring',
      `The text ${quoteText(hash.before)} was signed in place of the body.`,
    );
  }
  return explainCause(
    hash.content === 'hmac' ? 'alg-double-hmac' : 'msg-prehashed',
    `The session interface signs the body itself. This signature is of the ${contentWords(hash)}.`,
  );
}
