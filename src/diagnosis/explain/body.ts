import type { Interface } from '../../contract/interfaces.js';
import { counted } from '../../text/sentences.js';
import { equalBytes } from '../forms/bytes.js';
import { isDamaged, repairedTexts } from '../forms/damaged-bodies.js';
import { dataTexts } from '../forms/data-texts.js';
import { isMultipart, treesOfForm } from '../forms/form-fields.js';
import { bodyLayers } from '../forms/layers.js';
import { edits, type TreeEdit } from '../json-forms/edits.js';
import { encoders } from '../json-forms/encoders.js';
import { printPlain, plainStyle, printTree } from '../json-forms/print.js';
import { spacingOf, styleOf } from '../json-forms/read-style.js';
import { parseTree, type Tree } from '../json-forms/tree.js';
import { quoteShort } from '../spelling.js';
import { largeBodyBytes } from '../search/limits.js';
import {
  noExplanation,
  joinExplanations,
  explainCause,
  type StepExplanation,
} from '../signing-steps.js';
import { explainJson } from './json.js';
import { explainTextInstead } from './text-instead.js';
import type { BodyPair } from './body-pair.js';
import type { JsonText } from './json-difference.js';

/** The JSON of the bytes, if they are UTF-8. */
function readJsonText(bytes: Buffer): JsonText | undefined {
  const text = bytes.toString('utf8');
  const document = Buffer.from(text).equals(bytes) ? parseTree(text) : undefined;
  return document && { text, ...document };
}

const byteOrderMark = Buffer.from('\ufeff');

/**
 * How the signed bytes differ from the sent ones. From the exact to the vague: first a layer that one is around the
 * other, then JSON against JSON, then another text of the same data; the last resort says where they part.
 */
function explainBody(sent: Buffer, signed: Buffer): StepExplanation {
  if (sent.equals(signed)) return noExplanation;
  if (signed.length === 0) {
    return explainCause('body-empty', 'An empty body was signed, but a body was sent.');
  }
  if (sent.length === 0) return explainPlaceholder(signed);
  const sentJson = readJsonText(sent);
  const signedJson = readJsonText(signed);
  const pair = { sent, signed, sentJson, signedJson };
  return (
    explainTextInstead(pair) ??
    explainDamage(pair) ??
    explainSentLayer(pair) ??
    explainPart(pair) ??
    explainWhole(pair)
  );
}

/** The same, with the id that the name of a file has on this interface: only the gateway hashes a body. */
export function explainBodyOf(
  interfaceName: Interface,
  sent: Buffer,
  signed: Buffer,
): StepExplanation {
  const { ids, says } = explainBody(sent, signed);
  if (interfaceName === 'gateway') return { ids, says };
  return { ids: ids.map((id) => (id === 'bodyhash-file-name' ? 'body-file-name' : id)), says };
}

function explainPlaceholder(signed: Buffer): StepExplanation {
  const text = signed.toString();
  const what = /^\r?\n$/.test(text) ? 'a line break' : quoteShort(text);
  return explainCause(
    'body-empty-placeholder',
    `The request was sent without a body, but ${what} was signed.`,
  );
}

/** What happened to the body after it was signed, and what differs besides. */
function explainDamage({
  sent,
  signed,
  sentJson,
  signedJson,
}: BodyPair): StepExplanation | undefined {
  if (sentJson !== undefined || signedJson === undefined) return undefined;
  const sentText = sent.toString('utf8');
  const repairs = [...repairedTexts(sentText)];
  const isSigned = (text: string): boolean => text === signedJson.text;
  if (isDamaged(sentText) && signedJson.text.startsWith(sentText)) {
    const lost = signed.length - sent.length;
    const end = lost === 1 ? 'last byte, which was' : `last ${counted(lost, 'byte')}, which were`;
    return explainCause('body-sent-cut', `The body was sent without its ${end} signed.`);
  }
  const [, exact] = repairs.find(([text]) => isSigned(text)) ?? [];
  if (exact !== undefined) return explainCause(exact.id, exact.says);
  const signedData = printPlain(signedJson.root);
  for (const [text, { id, says }] of repairs) {
    const root = parseTree(text)?.root;
    if (root === undefined || printPlain(root) !== signedData) continue;
    return joinExplanations(explainCause(id, says), explainBody(Buffer.from(text), signed));
  }
  return undefined;
}

/** What was put around the body after it was signed. */
function explainSentLayer(pair: BodyPair): StepExplanation | undefined {
  const { sent, signed, sentJson, signedJson } = pair;
  if (sentJson?.root.kind === 'text' && signedJson?.root.kind !== 'text') {
    return joinExplanations(
      explainCause(
        'body-double-encoded',
        'The body was sent as a JSON string, in quotes, but signed without them.',
      ),
      explainBody(Buffer.from(sentJson.root.value), signed),
    );
  }
  if (sent.indexOf(byteOrderMark) !== 0 || signedJson === undefined) return undefined;
  const unmarked = sent.subarray(byteOrderMark.length);
  if (readJsonText(unmarked)?.root.kind !== signedJson.root.kind) return undefined;
  return joinExplanations(
    explainCause(
      'body-bom-stripped',
      'The body was sent with a byte order mark (EF BB BF) that was not signed.',
    ),
    explainBody(unmarked, signed),
  );
}

/** A change of a large body is, as in the search, never combined with another mistake. */
const isLargeBody = ({ sent }: BodyPair): boolean => sent.length > largeBodyBytes;

function explainPart(pair: BodyPair): StepExplanation | undefined {
  const { sentJson, signedJson, signed } = pair;
  if (sentJson === undefined) return undefined;
  const wrapped = signedJson && explainWrapper(sentJson, signedJson);
  if (wrapped !== undefined) return wrapped;
  return isLargeBody(pair) ? undefined : explainMember(sentJson, signed);
}

function explainWhole(pair: BodyPair): StepExplanation {
  const { sent, signed, sentJson, signedJson } = pair;
  const isLarge = isLargeBody(pair);
  const json = explainSameKind(pair);
  const isChanged = json?.ids.includes('body-member-changed') === true;
  // An object that no encoder looked into: all its members would be reported as left out.
  const isBare = signed.toString() === '{}' && json?.ids.includes('body-member-missing') === true;
  // White space that an encoder prints was printed, not cut.
  const isPrinted =
    json !== undefined &&
    !isChanged &&
    signedJson !== undefined &&
    spacingOf(signedJson.text, signedJson) !== undefined;
  return (
    (isBare ? explainDataText(sentJson, signed) : undefined) ??
    explainLayer(sent, signed, isPrinted) ??
    explainBuffer(sent, signed) ??
    (isChanged && !isLarge ? explainTwoSteps(sent, sentJson, signed) : undefined) ??
    json ??
    explainForm(sent, signedJson) ??
    explainDataText(sentJson, signed) ??
    (isLarge ? undefined : explainTwoSteps(sent, sentJson, signed)) ??
    (isLarge ? undefined : explainLayerOverText(sent, sentJson, signed)) ??
    explainPlace(sent, signed)
  );
}

/** Explains two bodies of which both are objects, or both are lists. */
function explainSameKind({ sentJson, signedJson }: BodyPair): StepExplanation | undefined {
  if (sentJson === undefined || signedJson === undefined) return undefined;
  const { kind } = sentJson.root;
  if (kind !== signedJson.root.kind || (kind !== 'object' && kind !== 'list')) return undefined;
  return explainJson(sentJson, signedJson);
}

function equalsBytes(value: string | Uint8Array | undefined, bytes: Buffer): boolean {
  return value !== undefined && equalBytes(Buffer.from(value as Uint8Array), bytes);
}

function explainForm(sent: Buffer, signedJson: JsonText | undefined): StepExplanation | undefined {
  if (signedJson === undefined) return undefined;
  const signedData = printPlain(signedJson.root);
  const isForm = treesOfForm(sent.toString('utf8')).some((root) => printPlain(root) === signedData);
  if (!isForm) return undefined;
  return explainCause(
    'body-form-encoded',
    `The body was sent ${isMultipart(sent.toString('utf8')) ? 'as multipart form data' : 'form-encoded (a=1&b=2)'}, but JSON of the same fields was signed.`,
  );
}

/** In the ids of layers that an encoder may have printed, not cut. */
const printedLayers = /whitespace|newlines-removed|slashes/;

/** A layer that was put on for the signature, or one that was sent and not signed. */
function explainLayer(
  sent: Buffer,
  signed: Buffer,
  isPrinted: boolean,
): StepExplanation | undefined {
  // UTF-8 that was encoded once more is also a text whose Latin-1 was signed: the second encoding is the mistake.
  const mojibake = bodyLayers.find(
    ({ inverse, make }) => inverse?.id === 'body-mojibake-sent' && equalsBytes(make(signed), sent),
  );
  if (mojibake?.inverse) return explainCause(mojibake.inverse.id, mojibake.inverse.says);
  const signedLayer = bodyLayers.find(
    ({ id, make }) => !(isPrinted && printedLayers.test(id)) && equalsBytes(make(sent), signed),
  );
  if (signedLayer) {
    return explainCause(signedLayer.id, `What was signed is the sent body ${signedLayer.says}.`);
  }
  const sentLayer = bodyLayers.find(
    ({ inverse, make }) => inverse && equalsBytes(make(signed), sent),
  );
  return sentLayer?.inverse && explainCause(sentLayer.inverse.id, sentLayer.inverse.says);
}

/** A copy of the body in a buffer that was too short, or all of a longer one. */
function explainBuffer(sent: Buffer, signed: Buffer): StepExplanation | undefined {
  const common = Math.min(sent.length, signed.length);
  if (!sent.subarray(0, common).equals(signed.subarray(0, common))) return undefined;
  const added = signed.subarray(common);
  if (added.length > 0 && added.every((byte) => byte === 0)) {
    return explainCause(
      'body-zero-byte',
      `What was signed is the sent body with ${counted(added.length, 'zero byte')} after it, ${String(signed.length)} bytes together.`,
    );
  }
  const lost = sent.subarray(common);
  if (lost.toString('latin1').trim() === '') return undefined;
  return explainCause(
    'body-truncated-chars',
    `Only the first ${counted(common, 'byte')} of the body were signed, but ${String(sent.length)} were sent.`,
  );
}

function explainDataText(
  sentJson: JsonText | undefined,
  signed: Buffer,
): StepExplanation | undefined {
  if (sentJson === undefined) return undefined;
  const form = dataTexts.find(({ make }) => equalsBytes(make(sentJson.root), signed));
  return (
    form && explainCause(form.id, `What was signed is ${form.says}, but the body was sent as JSON.`)
  );
}

const unchanged: TreeEdit = (root) => root;
const encoderStyles = encoders.map(({ style }) => style);

/** A JSON that differs and one layer over it. */
function explainTwoSteps(
  sent: Buffer,
  sentJson: JsonText | undefined,
  signed: Buffer,
): StepExplanation | undefined {
  if (sentJson === undefined) return undefined;
  const sentStyle = styleOf(sentJson.text, sentJson);
  for (const style of sentStyle ? [sentStyle, ...encoderStyles] : encoderStyles) {
    for (const edit of [unchanged, edits.sorted, edits.nullsDropped]) {
      const printed = Buffer.from(printTree(edit(sentJson.root), style));
      const layer = printed.equals(signed)
        ? undefined
        : bodyLayers.find(({ make }) => equalsBytes(make(printed), signed));
      if (layer === undefined) continue;
      const print = explainBody(sent, printed);
      // A text is printed before it is encoded once more: that is no mistake of its own.
      const isOwnMistake =
        layer.id !== 'body-double-encoded' || print.ids.join() !== 'body-json-compact';
      return joinExplanations(
        isOwnMistake ? print : { ...print, ids: [] },
        explainCause(layer.id, `It was then signed ${layer.says}.`),
      );
    }
  }
  return explainTextWithEnd(sentJson, signed);
}

/** For another text of the data with white space after it. */
function explainTextWithEnd(sentJson: JsonText, signed: Buffer): StepExplanation | undefined {
  const trimmed = signed.toString('utf8').trimEnd();
  if (trimmed.length >= signed.length) return undefined;
  const inner = explainDataText(sentJson, Buffer.from(trimmed));
  if (inner === undefined) return undefined;
  const end = explainCause('body-trailing-newline', 'A line break was signed after it.');
  return joinExplanations(inner, end);
}

/** One layer over another, or over a text of the data that is not JSON. */
function explainLayerOverText(
  sent: Buffer,
  sentJson: JsonText | undefined,
  signed: Buffer,
): StepExplanation | undefined {
  const texts = sentJson === undefined ? [] : dataTexts.map(({ make }) => make(sentJson.root));
  const once = [...bodyLayers.map(({ make }) => make(sent)), ...texts];
  for (const changed of once) {
    if (changed === undefined) continue;
    const inner = Buffer.from(changed as Uint8Array);
    if (inner.equals(sent)) continue;
    const layer = bodyLayers.find(({ make }) => equalsBytes(make(inner), signed));
    if (layer === undefined) continue;
    return joinExplanations(
      explainBody(sent, inner),
      explainCause(layer.id, `It was then signed ${layer.says}.`),
    );
  }
  return undefined;
}

/** The sent body as the only member of another object. */
function explainWrapper(sentJson: JsonText, signedJson: JsonText): StepExplanation | undefined {
  const { root } = signedJson;
  if (root.kind !== 'object' || root.members.length > 1) return undefined;
  const [member] = root.members;
  if (member === undefined || printPlain(member[1]) !== printPlain(sentJson.root)) return undefined;
  const name = quoteShort(member[0].value);
  return explainCause(
    'body-wrapped',
    `The body was signed inside another object, as its member ${name}.`,
  );
}

function explainMember({ root }: JsonText, signed: Buffer): StepExplanation | undefined {
  if (root.kind !== 'object') return undefined;
  const styles = [plainStyle, ...encoderStyles];
  const isSigned = (value: Tree): boolean => {
    if (value.kind === 'text') return equalsBytes(value.value, signed);
    if ('raw' in value) return false;
    return styles.some((style) => equalsBytes(printTree(value, style), signed));
  };
  const name = root.members.find(([, value]) => isSigned(value))?.[0].value;
  if (name === undefined) return undefined;
  return explainCause(
    'body-member-only',
    `Only the member ${quoteShort(name)} was signed, but the whole body was sent.`,
  );
}

function explainPlace(sent: Buffer, signed: Buffer): StepExplanation {
  const differing = sent.findIndex((byte, index) => byte !== signed[index]);
  const position = 1 + (differing === -1 ? sent.length : differing);
  return explainCause(
    'body-differs',
    `The signed bytes differ from the sent ones from byte ${String(position)} on.`,
  );
}
