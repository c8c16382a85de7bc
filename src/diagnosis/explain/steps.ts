import type { CauseId } from '../catalogue/causes.js';
import { joinWithAnd } from '../../text/sentences.js';
import { equalBytes, isUnsetWord, utf8Bytes } from '../forms/bytes.js';
import { wordsBesideHash } from '../forms/around-hashes.js';
import { formOfClientId } from '../forms/client-ids.js';
import { numberReadings, numbersOfText } from '../forms/number-texts.js';
import { bodyItself, describeHash, sha256HexForm, type HashForm } from '../forms/hashes.js';
import { plainestHash } from '../forms/plainest-hash.js';
import { isUnfilled } from '../forms/templates.js';
import { rightParts, type MessageLayout, type LayoutPart } from '../forms/layouts.js';
import { quoteText } from '../spelling.js';
import { gameIdOf, noExplanation, joinExplanations, explainCause } from '../signing-steps.js';
import type {
  HeaderValues,
  SearchedRequest,
  SenderSecrets,
  SigningSteps,
  StepExplanation,
} from '../signing-steps.js';
import { explainKey, type RequestValues } from './key.js';
import type { Mistake } from './mistake.js';
import { explainTime, signedWord } from './time.js';
import { separatorId, separatorWords, surroundingId } from './layout-ids.js';
import {
  aroundWords,
  contentWords,
  hasRoute,
  isRightLayout,
  isSameForm,
  needsBrackets,
  partLabels,
  templateOf,
} from './message-parts.js';
import { explainContentOf, explainSessionMessage } from './session-message.js';

/** A signature whose steps were found, and the request and credentials that they are compared with. */
export interface ExplainedSteps {
  readonly steps: SigningSteps;
  readonly request: SearchedRequest;
  readonly headers: HeaderValues;
  readonly secrets: SenderSecrets;
}

const rightTemplate = '`client_id.timestamp.body_hash`';
const bracketedTemplate = '`<client_id>.<timestamp>.<body_hash>`';

/** Explains each step that differs from the contract, in the order of the steps. */
export function explainSteps(given: ExplainedSteps): StepExplanation {
  const input = { ...given, steps: plainSteps(given) };
  const { steps, request, headers, secrets } = input;
  const isGateway = request.interface === 'gateway';
  if (isGateway && hasNoMessage(steps, request)) {
    return joinExplanations(
      noMessage,
      explainSigner(steps, secrets, { timestamp: headers.timestamp }),
    );
  }
  const unfilled = isGateway ? unfilledPartsOf(input) : [];
  const has = (part: LayoutPart): boolean =>
    steps.layout.parts.includes(part) && !unfilled.some(([name]) => name === part);
  return joinExplanations(
    explainUnfilledParts(unfilled, steps),
    has('content') ? explainContentOf(steps, request) : noExplanation,
    unfilled.length > 0 ? noExplanation : explainMessage(steps, request),
    isGateway && has('timestamp') ? explainTime(headers.timestamp, steps.timestamp) : noExplanation,
    isGateway && has('clientId') ? explainId(steps, headers.clientId, secrets) : noExplanation,
    explainSigner({ ...steps, signed: signedWords(steps, request) }, secrets, {
      gameId: gameIdOf(request.body),
      timestamp: headers.timestamp,
    }),
  );
}

/** Whether an empty text was signed, such as by an HMAC that nothing was passed to. */
function hasNoMessage({ layout, hash, body }: SigningSteps, request: SearchedRequest): boolean {
  const isBodyAlone = layout.parts.join() === 'content' && isSameForm(hash, bodyItself);
  const isEmpty = layout.before + layout.after === '' && body.length === 0;
  return isBodyAlone && isEmpty && request.body.length > 0;
}

const noMessage: StepExplanation = {
  ids: ['layout-missing-client-id', 'layout-missing-timestamp', 'layout-missing-body-hash'],
  says: [
    `An empty text was signed, without any part of the message. The gateway wants ${rightTemplate}.`,
  ],
};

/**
 * The same signature by the plainest steps: of the hash forms that make the same text the plainest is taken, and a line
 * break after the content at the end of the message counts as one after the message.
 */
function plainSteps({ steps: found }: ExplainedSteps): SigningSteps {
  const steps = { ...found, hash: plainestHash(found.hash, found.body, found.key) };
  const { layout, hash } = steps;
  const endsMessage =
    hash.after === '\n' && layout.parts.at(-1) === 'content' && layout.after === '';
  return endsMessage
    ? { ...steps, layout: { ...layout, after: hash.after }, hash: { ...hash, after: '' } }
    : steps;
}

type UnfilledPart = readonly [part: LayoutPart, text: string];

/** The parts of the message that are still a placeholder such as `{{timestamp}}`. */
function unfilledPartsOf({ steps, headers, secrets }: ExplainedSteps): UnfilledPart[] {
  const { hash, layout, timestamp, clientId } = steps;
  const parts: readonly UnfilledPart[] = [
    ['clientId', clientId],
    ['timestamp', timestamp],
    // A hash form with the text `word` is a word in place of the hash, which stands in `before`.
    ['content', hash.text === 'word' ? hash.before : ''],
  ];
  const values = [headers.clientId, headers.timestamp, secrets.own.clientId];
  return parts.filter(
    ([part, text]) => layout.parts.includes(part) && isUnfilled(text) && !values.includes(text),
  );
}

const partWords: Partial<Record<LayoutPart, string>> = {
  clientId: 'client id',
  timestamp: 'timestamp',
  content: 'body hash',
};

function explainUnfilledParts(
  unfilled: readonly UnfilledPart[],
  { layout }: SigningSteps,
): StepExplanation {
  if (unfilled.length === 0) return noExplanation;
  const texts = unfilled.map(([, text]) => text);
  if (texts.length === layout.parts.length) {
    return explainCause(
      'layout-template-unfilled',
      `The text ${quoteText(texts.join(layout.separator))} was signed: a template whose names were not replaced by their values.`,
    );
  }
  const places = unfilled.map(
    ([part, text]) => `${quoteText(text)} where the ${partWords[part] ?? part} belongs`,
  );
  return explainCause(
    'layout-template-unfilled',
    `The message has the text ${joinWithAnd(places)}: it was not replaced by the value.`,
  );
}

/** The words for the signed bytes: `the body` if a session's body was signed as it was sent. */
function signedWords({ layout, body }: SigningSteps, request: SearchedRequest): string {
  const isBody = request.interface === 'session' && isRightLayout(layout, 'session');
  return isBody && body.equals(request.body) ? 'the body' : 'the message';
}

interface Signer extends Pick<SigningSteps, 'key' | 'construction' | 'reading'> {
  /** The words for the signed bytes. */
  readonly signed?: string;
}

/** The key, how it was used, and how the digest was written. */
export function explainSigner(
  steps: Signer,
  secrets: SenderSecrets,
  values: RequestValues = {},
): StepExplanation {
  return joinExplanations(
    explainKey(steps.key, secrets, values),
    explainConstruction(steps),
    explainAlgorithm(steps),
    ...steps.reading.wrappers.map(({ id, says }) => explainCause(id, says)),
  );
}

function explainMessage(steps: SigningSteps, request: SearchedRequest): StepExplanation {
  return request.interface === 'session'
    ? explainSessionMessage(steps, request)
    : explainGatewayMessage(steps, request);
}

function explainGatewayMessage(steps: SigningSteps, request: SearchedRequest): StepExplanation {
  const { hash, layout, body } = steps;
  const { parts } = layout;
  const content = parts.includes('content') ? explainHash(hash, body.length === 0) : noExplanation;
  if (parts.join() === 'content' && isSameForm(hash, bodyItself)) {
    return explainCause(
      'scheme-confused',
      `The body alone was signed, as for the session interface. The gateway wants ${rightTemplate}.`,
    );
  }
  if (isRightLayout(layout, 'gateway')) return content;
  if (layout.wholeExplanation) {
    const { ids, says: sentence } = layout.wholeExplanation;
    return { ids, says: [sentence] };
  }
  const signed = templateOf(layout, partLabels(steps, request));
  const right = needsBrackets(layout) ? bracketedTemplate : rightTemplate;
  const says = `The message was signed as ${signed} instead of ${right}`;
  if (layout.wholeMistake) {
    const ids = [layout.wholeMistake.id, ...moreOfHeaderLayout(layout)];
    return joinExplanations(content, { ids, says: [`${says}: ${layout.wholeMistake.how}.`] });
  }
  // A program that signs method and path mostly signs the body itself: the template shows that, so no sentence says it.
  if (hasRoute(layout)) {
    return joinExplanations(
      hash.content === 'body-itself' ? noExplanation : content,
      explainCause('layout-method-path', `${says}.`),
    );
  }
  if (parts.includes('secret')) {
    // The template `<body><secret>` shows that the body itself was signed, so no sentence says it.
    const isBody = parts.join() === 'content,secret' && hash.content === 'body-itself';
    return joinExplanations(
      isBody ? noExplanation : content,
      explainCause('layout-secret-in-message', `${says}.`),
    );
  }
  if (layout.names) {
    return joinExplanations(content, explainCause('layout-key-value', `${says}, with names.`));
  }
  return joinExplanations(content, explainLayout(layout, says));
}

/** The ids of other mistakes in a message with a header in it. The template shows them; the ids bring their advice. */
function moreOfHeaderLayout(layout: MessageLayout): CauseId[] {
  if (layout.wholeMistake?.id !== 'layout-header-added') return [];
  if (hasRoute(layout)) return ['layout-method-path'];
  return layout.parts.includes('clientId') ? [] : ['layout-missing-client-id'];
}

/** Explains which parts are missing, their order, the separator, and the text around them. */
function explainLayout(layout: MessageLayout, says: string): StepExplanation {
  const { parts, separator, before, after } = layout;
  const has = (part: LayoutPart): boolean => parts.includes(part);
  const isHashOnly = parts.join() === 'content';
  const rightOrder = rightParts('gateway').filter(has);
  const mistakes: readonly Mistake[] = [
    { holds: isHashOnly, id: 'layout-body-hash-only', how: 'the body hash alone' },
    {
      holds: !isHashOnly && !has('clientId'),
      id: 'layout-missing-client-id',
      how: 'without the client id',
    },
    {
      holds: !isHashOnly && !has('timestamp'),
      id: 'layout-missing-timestamp',
      how: 'without the timestamp',
    },
    { holds: !has('content'), id: 'layout-missing-body-hash', how: 'without the body hash' },
    {
      holds: parts.join() !== rightOrder.join(),
      id: 'layout-order',
      how: 'in another order',
    },
    {
      holds: parts.length > 1 && separator !== '.',
      id: separatorId(separator),
      how: `with ${separatorWords(separator)} instead of \`.\``,
    },
    // Without the content, a text after the message is the dot before the missing hash: it is no second mistake.
    {
      holds: before + after !== '' && has('content'),
      id: surroundingId(layout),
      how: `with ${aroundWords(layout)}`,
    },
  ];
  const applying = mistakes.filter(({ holds }) => holds);
  return {
    ids: applying.map(({ id }) => id),
    says: [`${says}: ${joinWithAnd(applying.map(({ how }) => how))}.`],
  };
}

function explainHash(hash: HashForm, isEmpty: boolean): StepExplanation {
  if (isSameForm(hash, sha256HexForm)) return noExplanation;
  const { content, text, before } = hash;
  if (text === 'word') {
    const isBeside = wordsBesideHash.includes(before);
    const beside = isBeside ? ', which a command prints beside the hash' : '';
    return explainCause(
      isBeside ? 'bodyhash-prefixed' : 'bodyhash-object',
      `Where the hex SHA-256 of the body belongs, the message has ${quoteText(before)}${beside}.`,
    );
  }
  if (content === 'body-itself' && isEmpty) {
    return explainCause(
      'bodyhash-empty-omitted',
      'Where the SHA-256 of the empty body belongs, the message has nothing.',
    );
  }
  const { ids } = describeHash(hash);
  return {
    ids,
    says: [`Where the hex SHA-256 of the body belongs, the message has the ${contentWords(hash)}.`],
  };
}

/** Compares the client ids of the message, of the header and of the credential. */
function explainId(
  { clientId: signed, key }: SigningSteps,
  header = '',
  { own, others }: SenderSecrets,
): StepExplanation {
  if (signed === own.secret && signed !== own.clientId) {
    return explainCause(
      'layout-secret-in-message',
      'The message has the secret in place of the client id.',
    );
  }
  const other = others.find(({ clientId }) => clientId === signed && clientId !== own.clientId);
  const isSent = signed === header;
  // The client id and the secret of another credential belong together: `explainKey` says that they are another's.
  if (isSent && (other === undefined || equalBytes(key, utf8Bytes(other.secret)))) {
    return noExplanation;
  }
  const headerClause = `but X-Client-ID has ${quoteText(header)}.`;
  if (other) {
    const says = isSent
      ? `The message and X-Client-ID have the client id of ${other.owner}, but not the key that belongs to it.`
      : `The message has the client id of ${other.owner}, ${headerClause}`;
    return explainCause('client-id-signed-other', says);
  }
  if (signed === own.clientId) {
    if (header === '') return noExplanation;
    return explainCause(
      isUnsetWord(header)
        ? 'client-id-undefined'
        : (formOfClientId(header, signed) ?? 'client-id-header-mismatch'),
      `The message has the right client id, ${headerClause}`,
    );
  }
  const right = own.clientId ?? header;
  return explainCause(
    wrongClientId(signed, right),
    `${signedWord(signed)} was signed as the client id, but it is ${quoteText(right)}.`,
  );
}

function wrongClientId(signed: string, right: string): CauseId {
  if (isUnsetWord(signed)) return 'client-id-undefined';
  if ([...numberReadings(right), ...numbersOfText].includes(signed)) return 'client-id-number';
  if (signed.trim() === right) return 'client-id-whitespace';
  if (signed.toLowerCase() === right.toLowerCase()) return 'client-id-case';
  // The right client id with other characters around it.
  if (signed.length > right.length && signed.includes(right)) return 'client-id-quoted';
  return 'client-id-signed-other';
}

type Digest = Omit<Signer, 'key'>;

function explainConstruction({
  construction,
  reading,
  signed = 'the message',
}: Digest): StepExplanation {
  const { id, says } = construction;
  if (id === 'right') return noExplanation;
  const name = reading.algorithm.toUpperCase().replace('SHA', 'SHA-');
  const algorithm = id === 'alg-plain-hash' ? ` (${name})` : '';
  return explainCause(id, `The signature is ${says(signed)}${algorithm}.`);
}

function explainAlgorithm({ construction, reading: { algorithm } }: Digest): StepExplanation {
  if (algorithm === 'sha256' || construction.id === 'alg-plain-hash') return noExplanation;
  const name = algorithm.toUpperCase();
  return explainCause(`alg-hmac-${algorithm}`, `HMAC-${name} was used instead of HMAC-SHA256.`);
}
