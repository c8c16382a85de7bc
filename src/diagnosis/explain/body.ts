import { equalBytes } from '../forms/bytes.js';
import { dataTexts, treesOfForm } from '../forms/data-texts.js';
import { bodyLayers } from '../forms/layers.js';
import { edits, type TreeEdit } from '../json-forms/edits.js';
import { encoders } from '../json-forms/encoders.js';
import { plain, plainStyle, printTree } from '../json-forms/print.js';
import { spacingOf, styleOf } from '../json-forms/read-style.js';
import { parseTree, type Tree } from '../json-forms/tree.js';
import { code } from '../spelling.js';
import { largeBodyBytes } from '../search/limits.js';
import {
  noExplanation,
  joinExplanations,
  explainCause,
  type Explanation,
} from '../signing-steps.js';
import { explainJson } from './json.js';
import type { JsonText } from './json-difference.js';

/** The JSON of the bytes, if they are UTF-8. */
function writtenOf(bytes: Buffer): JsonText | undefined {
  const text = bytes.toString('utf8');
  const document = Buffer.from(text).equals(bytes) ? parseTree(text) : undefined;
  return document && { text, ...document };
}

const mark = Buffer.from('\ufeff');

/**
 * How the signed bytes differ from the sent ones. From the exact to the vague: first a layer that one is around the
 * other, then JSON against JSON, then another text of the same data; the last resort says where they part.
 */
export function explainBody(sent: Buffer, signed: Buffer): Explanation {
  if (sent.equals(signed)) return noExplanation;
  if (signed.length === 0) {
    return explainCause('body-empty', 'An empty body was signed, but a body was sent.');
  }
  if (sent.length === 0) {
    const what = /^\r?\n$/.test(signed.toString()) ? 'a line break' : code(signed.toString());
    return explainCause(
      'body-empty-placeholder',
      `The request was sent without a body, but ${what} was signed.`,
    );
  }
  const [one, other] = [writtenOf(sent), writtenOf(signed)];
  if (one?.root.kind === 'text' && other?.root.kind !== 'text') {
    return joinExplanations(
      explainCause(
        'body-double-encoded',
        'The body was sent as a JSON string, in quotes, but signed without them.',
      ),
      explainBody(Buffer.from(one.root.value), signed),
    );
  }
  const unmarked = sent.indexOf(mark) === 0 ? sent.subarray(mark.length) : undefined;
  if (unmarked && other && writtenOf(unmarked)?.root.kind === other.root.kind) {
    return joinExplanations(
      explainCause(
        'body-bom-stripped',
        'The body was sent with a byte order mark (EF BB BF) that was not signed.',
      ),
      explainBody(unmarked, signed),
    );
  }
  // As in the search, nothing is mixed with a change of a large body.
  const isLarge = sent.length > largeBodyBytes;
  const ofPart =
    one && ((other && byWrapper(one, other)) ?? (isLarge ? undefined : byMember(one, signed)));
  if (ofPart) return ofPart;
  const isSameKind =
    one?.root.kind === other?.root.kind &&
    (one?.root.kind === 'object' || one?.root.kind === 'list');
  const json = one && other && isSameKind ? explainJson(one, other) : undefined;
  const isChanged = json?.ids.includes('body-member-changed') === true;
  // An object that no encoder looked into: all its members would be told as left out.
  const isBare = signed.toString() === '{}' && json?.ids.includes('body-member-missing') === true;
  // White space that an encoder prints was printed, not cut.
  const isPrinted =
    json !== undefined && !isChanged && other && spacingOf(other.text, other) !== undefined;
  return (
    (isBare ? byDataText(one, signed) : undefined) ??
    byLayer(sent, signed, isPrinted === true) ??
    (isChanged && !isLarge ? byTwoSteps(sent, one, signed) : undefined) ??
    json ??
    byForm(sent, other) ??
    byDataText(one, signed) ??
    (isLarge ? undefined : byTwoSteps(sent, one, signed)) ??
    byPlace(sent, signed)
  );
}

const isMade = (made: string | Uint8Array | undefined, bytes: Buffer): boolean =>
  made !== undefined && equalBytes(Buffer.from(made as Uint8Array), bytes);

function byForm(sent: Buffer, other: JsonText | undefined): Explanation | undefined {
  const says = 'The body was sent form-encoded (a=1&b=2), but JSON of the same fields was signed.';
  const isForm =
    other && treesOfForm(sent.toString('utf8')).some((root) => plain(root) === plain(other.root));
  return isForm === true ? explainCause('body-form-encoded', says) : undefined;
}

function byLayer(sent: Buffer, signed: Buffer, isPrinted: boolean): Explanation | undefined {
  const on = bodyLayers.find(
    ({ id, make }) =>
      !(isPrinted && /whitespace|newlines-removed|slashes/.test(id)) && isMade(make(sent), signed),
  );
  if (on) return explainCause(on.id, `What was signed is the sent body ${on.says}.`);
  const off = bodyLayers.find(({ inverse, make }) => inverse && isMade(make(signed), sent));
  return off?.inverse && explainCause(off.inverse.id, off.inverse.says);
}

function byDataText(one: JsonText | undefined, signed: Buffer): Explanation | undefined {
  const form = one && dataTexts.find(({ make }) => isMade(make(one.root), signed));
  return (
    form && explainCause(form.id, `What was signed is ${form.says}, but the body was sent as JSON.`)
  );
}

const same: TreeEdit = (root) => root;
const encoderStyles = encoders.map(({ style }) => style);

/** A JSON that differs and one layer over it. */
function byTwoSteps(
  sent: Buffer,
  one: JsonText | undefined,
  signed: Buffer,
): Explanation | undefined {
  if (one === undefined) return undefined;
  const sentStyle = styleOf(one.text, one);
  for (const style of [...(sentStyle ? [sentStyle] : []), ...encoderStyles]) {
    for (const edit of [same, edits.sorted, edits.nullsDropped]) {
      const printed = Buffer.from(printTree(edit(one.root), style));
      const layer = printed.equals(signed)
        ? undefined
        : bodyLayers.find(({ make }) => isMade(make(printed), signed));
      if (layer === undefined) continue;
      const print = explainBody(sent, printed);
      // Whoever encodes a text once more prints it first: that is no mistake of its own.
      const isOwn = layer.id !== 'body-double-encoded' || print.ids.join() !== 'body-json-compact';
      const over = explainCause(layer.id, `It was then signed ${layer.says}.`);
      return joinExplanations(isOwn ? print : { ...print, ids: [] }, over);
    }
  }
  const trimmed = signed.toString('utf8').trimEnd();
  const inner = trimmed.length < signed.length ? byDataText(one, Buffer.from(trimmed)) : undefined;
  return (
    inner &&
    joinExplanations(
      inner,
      explainCause('body-trailing-newline', 'A line break was signed after it.'),
    )
  );
}

/** The sent body as the only member of another object. */
function byWrapper(one: JsonText, other: JsonText): Explanation | undefined {
  const [member, ...more] = other.root.kind === 'object' ? other.root.members : [];
  if (member === undefined || more.length > 0 || plain(member[1]) !== plain(one.root)) {
    return undefined;
  }
  const name = code(member[0].value);
  return explainCause(
    'body-wrapped',
    `The body was signed inside another object, as its member ${name}.`,
  );
}

function byMember({ root }: JsonText, signed: Buffer): Explanation | undefined {
  if (root.kind !== 'object') return undefined;
  const styles = [plainStyle, ...encoderStyles];
  const isSigned = (value: Tree): boolean =>
    value.kind === 'text'
      ? isMade(value.value, signed)
      : !('raw' in value) && styles.some((style) => isMade(printTree(value, style), signed));
  const name = root.members.find(([, value]) => isSigned(value))?.[0].value;
  const says = `Only the member ${code(name ?? '')} was signed, but the whole body was sent.`;
  return name === undefined ? undefined : explainCause('body-member-only', says);
}

function byPlace(sent: Buffer, signed: Buffer): Explanation {
  const at = sent.findIndex((byte, place) => byte !== signed[place]);
  const first = String(1 + (at === -1 ? sent.length : at));
  return explainCause(
    'body-differs',
    `The signed bytes differ from the sent ones from byte ${first} on.`,
  );
}
