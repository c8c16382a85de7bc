import type { Interface } from '../../contract/interfaces.js';
import { counted } from '../../text/sentences.js';
import type { CauseId } from '../catalogue/causes.js';
import { equalBytes, toBuffer } from '../forms/bytes.js';
import { isDamaged, repairedTexts } from '../forms/damaged-bodies.js';
import { dataTexts } from '../forms/data-texts.js';
import { isMultipart, treesOfForm } from '../forms/form-fields.js';
import { bodyLayers, type BodyLayer } from '../forms/layers.js';
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
import { explainTextInsteadOfBody } from './text-instead.js';
import type { BodyPair } from './body-pair.js';
import type { JsonText } from './json-difference.js';

/** The JSON of the bytes, if they are UTF-8. */
function readJsonText(bytes: Buffer): JsonText | undefined {
  const text = bytes.toString('utf8');
  const document = Buffer.from(text).equals(bytes) ? parseTree(text) : undefined;
  return document && { text, ...document };
}

const byteOrderMark = Buffer.from('\ufeff');

/** How the signed bytes differ from the sent ones. */
export function explainBodyOf(
  interfaceName: Interface,
  sent: Buffer,
  signed: Buffer,
): StepExplanation {
  const { ids, says } = explainBody(sent, signed);
  if (interfaceName === 'gateway') return { ids, says };
  // Only the gateway signs a hash of the body, so the mistake has another id at the session interface.
  return { ids: ids.map((id) => (id === 'bodyhash-file-name' ? 'body-file-name' : id)), says };
}

/** @param isOneMistake `signed` is known to differ by one mistake only: no second one is looked for */
function explainBody(sent: Buffer, signed: Buffer, isOneMistake = false): StepExplanation {
  if (sent.equals(signed)) return noExplanation;
  if (signed.length === 0) {
    return explainCause('body-empty', 'An empty body was signed, but a body was sent.');
  }
  if (sent.length === 0) return explainPlaceholder(signed);
  const sentJson = readJsonText(sent);
  const signedJson = readJsonText(signed);
  return explainPair({ sent, signed, sentJson, signedJson, isOneMistake });
}

/** The order matters: an exact explanation comes before a vague one. */
function explainPair(pair: BodyPair): StepExplanation {
  return (
    explainTextInsteadOfBody(pair) ??
    explainBrokenBody(pair) ??
    explainLayerOnSent(pair) ??
    explainWrapper(pair) ??
    explainOneMember(pair) ??
    (isJsonPair(pair) ? explainOtherJson(pair) : explainOtherBody(pair))
  );
}

function explainPlaceholder(signed: Buffer): StepExplanation {
  const text = signed.toString();
  const signedWords = /^\r?\n$/.test(text) ? 'a line break' : quoteShort(text);
  return explainCause(
    'body-empty-placeholder',
    `The request was sent without a body, but ${signedWords} was signed.`,
  );
}

/** JSON was signed, but the sent body is not JSON: what broke it, and what else differs. */
function explainBrokenBody({
  sent,
  signed,
  sentJson,
  signedJson,
}: BodyPair): StepExplanation | undefined {
  if (sentJson !== undefined || signedJson === undefined) return undefined;
  const sentText = sent.toString('utf8');
  if (isDamaged(sentText) && signedJson.text.startsWith(sentText)) {
    const lost = signed.length - sent.length;
    const end = lost === 1 ? 'last byte, which was' : `last ${counted(lost, 'byte')}, which were`;
    return explainCause('body-sent-cut', `The body was sent without its ${end} signed.`);
  }
  const repairs = [...repairedTexts(sentText)];
  const [, exact] = repairs.find(([text]) => text === signedJson.text) ?? [];
  if (exact !== undefined) return explainCause(exact.id, exact.says);
  const signedData = printPlain(signedJson.root);
  for (const [text, { id, says }] of repairs) {
    const root = parseTree(text)?.root;
    if (root === undefined || printPlain(root) !== signedData) continue;
    return joinExplanations(explainCause(id, says), explainBody(Buffer.from(text), signed));
  }
  return undefined;
}

/** The body was changed after it was signed: made a JSON string, or given a byte order mark. */
function explainLayerOnSent({
  sent,
  signed,
  sentJson,
  signedJson,
}: BodyPair): StepExplanation | undefined {
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

/** As in the search, a large body is explained by one mistake only. */
const isLargeBody = ({ sent }: BodyPair): boolean => sent.length > largeBodyBytes;
/** Whether a second mistake is looked for. After the first it is not: `explainBody` and `explainLayerOver` call each other. */
const mayHaveTwoMistakes = (pair: BodyPair): boolean => !pair.isOneMistake && !isLargeBody(pair);

/** Both bodies are objects, or lists, or the same text. */
type JsonPair = BodyPair & { readonly sentJson: JsonText; readonly signedJson: JsonText };
function isJsonPair(pair: BodyPair): pair is JsonPair {
  const [sent, signed] = [pair.sentJson?.root, pair.signedJson?.root];
  if (sent?.kind === 'text' && signed?.kind === 'text') return sent.value === signed.value;
  const isContainer = sent?.kind === 'object' || sent?.kind === 'list';
  return isContainer && sent.kind === signed?.kind;
}

/** The order matters: a layer over all of the body says more than where its JSON differs. */
function explainOtherJson(pair: JsonPair): StepExplanation {
  const { sentJson, signedJson, signed } = pair;
  const json = explainJson(sentJson, signedJson);
  // `{}` is what an encoder prints for an object it cannot read: not all members were left out one by one.
  const isEmptyObject = signed.toString() === '{}' && json.ids.includes('body-member-missing');
  const isChanged = json.ids.includes('body-member-changed');
  // If the signed spacing is an encoder's, the white space differs because of printing, not because of a layer.
  const isPrinted = !isChanged && spacingOf(signedJson.text, signedJson) !== undefined;
  return (
    (isEmptyObject ? explainDataText(pair) : undefined) ??
    explainLayer(pair, isPrinted ? layersUnlikePrints : bodyLayers) ??
    explainBuffer(pair) ??
    (isChanged ? explainLayerOnData(pair) : undefined) ??
    json
  );
}

/** The order matters: one mistake is likelier than two. */
function explainOtherBody(pair: BodyPair): StepExplanation {
  return (
    explainLayer(pair, bodyLayers) ??
    explainBuffer(pair) ??
    explainForm(pair) ??
    explainDataText(pair) ??
    explainLayerOnData(pair) ??
    explainLayerOnText(pair) ??
    explainFirstDifference(pair)
  );
}

function equalsBytes(value: string | Uint8Array | undefined, bytes: Buffer): boolean {
  return value !== undefined && equalBytes(toBuffer(value), bytes);
}

function explainForm({ sent, signedJson }: BodyPair): StepExplanation | undefined {
  if (signedJson === undefined) return undefined;
  const sentText = sent.toString('utf8');
  const signedData = printPlain(signedJson.root);
  if (!treesOfForm(sentText).some((root) => printPlain(root) === signedData)) return undefined;
  const formWords = isMultipart(sentText) ? 'as multipart form data' : 'form-encoded (a=1&b=2)';
  return explainCause(
    'body-form-encoded',
    `The body was sent ${formWords}, but JSON of the same fields was signed.`,
  );
}

/** Layers whose result may as well be the print of an encoder. */
const idsLikePrints: ReadonlySet<CauseId> = new Set([
  'body-newlines-removed',
  'body-whitespace-removed',
  'body-slashes-added',
  'body-backslashes-removed',
]);
const layersUnlikePrints = bodyLayers.filter(({ id }) => !idsLikePrints.has(id));

/**
 * Explains one layer over the whole body, such as base64. `inverse` layers were put on after signing.
 * @param layers the layers that may have been put on before signing
 */
function explainLayer(pair: BodyPair, layers: readonly BodyLayer[]): StepExplanation | undefined {
  const { sent, signed } = pair;
  const likely = explainInverse(pair, ({ inverse }) => inverse?.comesFirst === true);
  if (likely !== undefined) return likely;
  const layer = findLayer(layers, sent, signed);
  if (layer === undefined) return explainInverse(pair, ({ inverse }) => inverse !== undefined);
  return explainCause(layer.id, `What was signed is the sent body ${layer.says}.`);
}

/** A layer that was put on after signing. */
function explainInverse(
  { sent, signed }: BodyPair,
  isTried: (layer: BodyLayer) => boolean,
): StepExplanation | undefined {
  const { inverse } = findLayer(bodyLayers.filter(isTried), signed, sent) ?? {};
  return inverse && explainCause(inverse.id, inverse.says);
}

/** The layer that turns `inner` into `outer`. */
function findLayer(
  layers: readonly BodyLayer[],
  inner: Buffer,
  outer: Buffer,
): BodyLayer | undefined {
  return layers.find(({ make }) => equalsBytes(make(inner), outer));
}

/** The signed bytes came from a buffer that was too short, or too long with zeros after the body. */
function explainBuffer({ sent, signed }: BodyPair): StepExplanation | undefined {
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

function explainDataText({ sentJson, signed }: BodyPair): StepExplanation | undefined {
  if (sentJson === undefined) return undefined;
  const form = dataTexts.find(({ make }) => equalsBytes(make(sentJson.root), signed));
  return (
    form && explainCause(form.id, `What was signed is ${form.says}, but the body was sent as JSON.`)
  );
}

const unchanged: TreeEdit = (root) => root;
const encoderStyles = encoders.map(({ style }) => style);

/** Two mistakes: the data was printed in another style, and a layer was put over the print. */
function explainLayerOnData(pair: BodyPair): StepExplanation | undefined {
  const { sentJson } = pair;
  if (sentJson === undefined || !mayHaveTwoMistakes(pair)) return undefined;
  const sentStyle = styleOf(sentJson.text, sentJson);
  for (const style of sentStyle ? [sentStyle, ...encoderStyles] : encoderStyles) {
    for (const edit of [unchanged, edits.sorted, edits.nullsDropped]) {
      const printed = Buffer.from(printTree(edit(sentJson.root), style));
      const explanation = explainLayerOver(printed, pair);
      if (explanation !== undefined) return explanation;
    }
  }
  return explainTextWithEnd(pair);
}

/** Two mistakes: the data was written as another text, such as a query, with white space after it. */
function explainTextWithEnd(pair: BodyPair): StepExplanation | undefined {
  const { signed } = pair;
  const text = Buffer.from(signed.toString('utf8').trimEnd());
  const end = signed.subarray(text.length);
  if (end.length === 0 || !Buffer.concat([text, end]).equals(signed)) return undefined;
  const explanation = explainDataText({ ...pair, signed: text });
  if (explanation === undefined) return undefined;
  const endWords = /^\r?\n$/.test(end.toString()) ? 'A line break' : 'White space';
  return joinExplanations(
    explanation,
    explainCause('body-trailing-newline', `${endWords} was signed after it.`),
  );
}

/** One layer over another, or over a text of the data that is not JSON. */
function explainLayerOnText(pair: BodyPair): StepExplanation | undefined {
  const { sent, sentJson } = pair;
  if (!mayHaveTwoMistakes(pair)) return undefined;
  const texts = sentJson === undefined ? [] : dataTexts.map(({ make }) => make(sentJson.root));
  for (const inner of [...bodyLayers.map(({ make }) => make(sent)), ...texts]) {
    const explanation = inner === undefined ? undefined : explainLayerOver(toBuffer(inner), pair);
    if (explanation !== undefined) return explanation;
  }
  return undefined;
}

/** @param inner what a first mistake made of the sent body */
function explainLayerOver(inner: Buffer, { sent, signed }: BodyPair): StepExplanation | undefined {
  // If the inner text is the sent or the signed body, one of the two mistakes changes nothing.
  if (inner.equals(sent) || inner.equals(signed)) return undefined;
  const layer = findLayer(bodyLayers, inner, signed);
  if (layer === undefined) return undefined;
  const first = explainBody(sent, inner, true);
  const second = explainCause(layer.id, `It was then signed ${layer.says}.`);
  // To encode JSON as a string it must first be printed compactly: that print is not a second mistake.
  const isPrintOnly = first.ids.length === 1 && first.ids[0] === 'body-json-compact';
  const ids = layer.id === 'body-double-encoded' && isPrintOnly ? [] : first.ids;
  return joinExplanations({ ids, says: first.says }, second);
}

/** The sent body as the only member of another object. */
function explainWrapper({ sentJson, signedJson }: BodyPair): StepExplanation | undefined {
  if (sentJson === undefined || signedJson === undefined) return undefined;
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

function explainOneMember(pair: BodyPair): StepExplanation | undefined {
  const { sentJson, signed } = pair;
  if (sentJson?.root.kind !== 'object' || isLargeBody(pair)) return undefined;
  const styles = [plainStyle, ...encoderStyles];
  const isSigned = (value: Tree): boolean => {
    if (value.kind === 'text') return equalsBytes(value.value, signed);
    if ('raw' in value) return false;
    return styles.some((style) => equalsBytes(printTree(value, style), signed));
  };
  const name = sentJson.root.members.find(([, value]) => isSigned(value))?.[0].value;
  if (name === undefined) return undefined;
  return explainCause(
    'body-member-only',
    `Only the member ${quoteShort(name)} was signed, but the whole body was sent.`,
  );
}

/** The last resort: the first byte that differs. */
function explainFirstDifference({ sent, signed }: BodyPair): StepExplanation {
  const differing = sent.findIndex((byte, index) => byte !== signed[index]);
  const position = 1 + (differing === -1 ? sent.length : differing);
  return explainCause(
    'body-differs',
    `The signed bytes differ from the sent ones from byte ${String(position)} on.`,
  );
}
