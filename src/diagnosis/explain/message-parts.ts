import type { Interface } from '../../contract/interfaces.js';
import { joinWithAnd } from '../../text/sentences.js';
import { describeHash, type HashForm } from '../forms/hashes.js';
import {
  isFullAddress,
  rightParts,
  type LayoutPart,
  type MessageLayout,
} from '../forms/layouts.js';
import { plainStyle, printTree } from '../json-forms/print.js';
import { parseTree } from '../json-forms/tree.js';
import { gameIdOf, type SearchedRequest, type SigningSteps } from '../signing-steps.js';
import { quoteText } from '../spelling.js';

type PartLabels = Readonly<Record<LayoutPart, string>>;
type LabelledSteps = Pick<SigningSteps, 'body' | 'hash' | 'clientId'>;

/** What a sentence calls the value in each part of the message. */
export function partLabels(steps: LabelledSteps, request: SearchedRequest): PartLabels {
  const isSession = request.interface === 'session';
  const isGameId = isSession && steps.clientId === gameIdOf(request.body);
  return {
    clientId: isGameId ? 'gameId' : 'client_id',
    timestamp: 'timestamp',
    content: (isSession ? memberInMessage(steps, request) : undefined) ?? contentLabel(steps.hash),
    method: 'METHOD',
    path: 'PATH',
    url: 'https://HOST/PATH',
    httpUrl: 'http://HOST/PATH',
    hostAndPath: 'HOST/PATH',
    secret: 'secret',
  };
}

const contentLabel = ({ content }: HashForm): string =>
  content === 'body-itself' ? 'body' : 'body_hash';

/** The member of the sent body whose value was signed in place of the body; undefined if none was. */
export function memberInMessage(
  { body, hash }: Pick<SigningSteps, 'body' | 'hash'>,
  request: SearchedRequest,
): string | undefined {
  if (hash.content !== 'body-itself' || body.equals(request.body)) return undefined;
  const root = parseTree(request.body.toString('utf8'))?.root;
  if (root?.kind !== 'object') return undefined;
  const [name] =
    root.members.find(([, value]) => {
      const text = value.kind === 'text' ? value.value : printTree(value, plainStyle);
      return Buffer.from(text).equals(body);
    }) ?? [];
  return name?.value;
}

/** Whether a template needs `<…>` around names, because they cannot be told from the text beside them: `client_idtimestamp`. */
export function needsBrackets({ parts, separator, before, after, names }: MessageLayout): boolean {
  const joints = parts.slice(1).map((_, index) => separator + (names?.[index + 1] ?? ''));
  const around = before + after + (names?.[0] ?? '') + joints.join('');
  return joints.includes('') || /[\w-]/.test(around);
}

/** The parts of a message by name, as people read them: `client_id.timestamp.body_hash`, or with `<…>` around each name. */
export function templateOf(layout: MessageLayout, labels: PartLabels): string {
  const write = needsBrackets(layout) ? (label: string): string => `<${label}>` : String;
  const parts = layout.parts.map(
    (part, index) => (layout.names?.[index] ?? '') + write(labels[part]),
  );
  return quoteText(layout.before + parts.join(layout.separator) + layout.after);
}

export function isSameForm(left: HashForm, right: HashForm): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

export function aroundWords({ before, after }: Pick<MessageLayout, 'before' | 'after'>): string {
  return joinWithAnd(
    [before && `${quoteText(before)} before it`, after && `${quoteText(after)} after it`].filter(
      Boolean,
    ),
  );
}

export function isRightLayout(layout: MessageLayout, interfaceName: Interface): boolean {
  const { parts, before, after, separator, names } = layout;
  const right = rightParts(interfaceName);
  return (
    parts.join() === right.join() &&
    before + after === '' &&
    // A session's message is one part, so its layout may have any separator.
    (right.length === 1 || separator === '.') &&
    names === undefined
  );
}

/** Whether the message has a part of the request line: the method, the path or the full address. */
export function hasRoute({ parts }: MessageLayout): boolean {
  return parts.some((part) => part === 'method' || part === 'path' || isFullAddress(part));
}

/** The words for a hash: `SHA-256 of the body as base64`, and the text around it, if there is any. */
export function contentWords(hash: HashForm): string {
  const { name } = describeHash(hash);
  const surrounding = aroundWords(hash);
  return surrounding === '' ? name : `${name}, with ${surrounding}`;
}
