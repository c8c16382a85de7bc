import { dataTexts, treesOfForm } from '../forms/data-texts.js';
import { equal } from '../forms/bytes.js';
import { code } from './json.js';
import { layers, type Layer } from '../forms/layers.js';
import { edits, type Edit } from '../json/edits.js';
import { encoders } from '../json/encoders.js';
import { plainStyle, printTree } from '../json/print.js';
import { spacingOf, styleOf } from '../json/read-style.js';
import { parseTree, type Document, type Tree } from '../json/tree.js';
import { nothing, together, told, type Told } from '../steps.js';
import { explainJson } from './json.js';

/** A text of the bytes, if they are UTF-8, without a byte order mark. */
const textOf = (bytes: Buffer): string | undefined => {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
};

/**
 * How the signed bytes differ from the sent ones. From the exact to the vague: first a layer that one is around the
 * other, then JSON against JSON, then another text of the same data; the last resort says where they part.
 */
export function explainBody(sent: Buffer, signed: Buffer): Told {
  if (sent.equals(signed)) return nothing;
  if (signed.length === 0) return told('body-empty', 'An empty body was signed, but a body was sent.');
  if (sent.length === 0)
    return told(
      'body-empty-placeholder',
      `The request was sent without a body, but ${/^\r?\n$/.test(signed.toString()) ? 'a line break' : code(signed.toString())} was signed.`,
    );
  const text = documentOf(sent)?.[1].root;
  if (text?.kind === 'text' && !(documentOf(signed)?.[1].root.kind === 'text'))
    return byQuotes(Buffer.from(text.value), signed);
  const ofPart = byWrapper(sent, signed) ?? byMember(sent, signed);
  if (ofPart) return ofPart;
  const json = byJson(sent, signed);
  // An object that no encoder looked into: all its members would be told as left out.
  const isBare = signed.toString() === '{}' && json?.ids.includes('body-member-missing') === true;
  return (
    (isBare ? byDataText(sent, signed) : undefined) ??
    byLayer(
      sent,
      signed,
      json !== undefined && isStyled(signed) && !json.ids.includes('body-member-changed'),
    ) ??
    (json?.ids.includes('body-member-changed') === true ? byTwoSteps(sent, signed) : undefined) ??
    json ??
    byForm(sent, signed) ??
    byDataText(sent, signed) ??
    byTwoSteps(sent, signed) ??
    byPlace(sent, signed)
  );
}

const byQuotes = (inside: Buffer, signed: Buffer): Told =>
  together(
    told(
      'body-double-encoded',
      'The body was sent as a JSON string, with quotes around it, but signed without them.',
    ),
    explainBody(inside, signed),
  );

/** Whether an encoder prints such white space: then it was printed, not cut. */
function isStyled(bytes: Buffer): boolean {
  const document = documentOf(bytes);
  return document !== undefined && spacingOf(...document) !== undefined;
}

const isMade = (made: Uint8Array | undefined, bytes: Buffer): boolean =>
  made !== undefined && equal(made, bytes);

function byForm(sent: Buffer, signed: Buffer): Told | undefined {
  const document = documentOf(signed);
  const form =
    document?.[1].root.kind === 'object' &&
    treesOfForm(sent.toString('utf8')).some(
      (root) => printTree(root, plainStyle) === printTree(document[1].root, plainStyle),
    );
  return form
    ? told(
        'body-form-encoded',
        'The body was sent form-encoded (a=1&b=2), but JSON of the same fields was signed.',
      )
    : undefined;
}

function byLayer(sent: Buffer, signed: Buffer, isPrinted: boolean): Told | undefined {
  const on = layers.find(
    ({ id, make }) =>
      !(isPrinted && /whitespace|newlines-removed|slashes/.test(id)) && isMade(make(sent), signed),
  );
  if (on) return told(on.id, `What was signed is the sent body ${on.says}.`);
  const off = layers.find(({ inverse, make }) => inverse && isMade(make(signed), sent));
  return off?.inverse && told(...off.inverse);
}

const documentOf = (bytes: Buffer): readonly [text: string, document: Document] | undefined => {
  const text = textOf(bytes);
  const document = text === undefined ? undefined : parseTree(text);
  return text === undefined || document === undefined ? undefined : [text, document];
};

function byJson(sent: Buffer, signed: Buffer): Told | undefined {
  const [one, other] = [documentOf(sent), documentOf(signed)];
  const isContainer = (document: Document): boolean =>
    document.root.kind === 'object' || document.root.kind === 'list';
  if (
    one === undefined ||
    other === undefined ||
    !isContainer(one[1]) ||
    other[1].root.kind !== one[1].root.kind
  )
    return undefined;
  return explainJson(...one, ...other);
}

function byDataText(sent: Buffer, signed: Buffer): Told | undefined {
  const document = documentOf(sent);
  const form =
    document &&
    dataTexts.find(({ make }) => {
      const made = make(document[1].root);
      return made !== undefined && Buffer.from(made).equals(signed);
    });
  return form && told(form.id, `What was signed is ${form.says}, but the body was sent as JSON.`);
}

/** Whoever encodes a text once more prints it first: that is no mistake of its own. */
function overPrint(print: Told, { id, says }: Layer): Told {
  const isPlain = id === 'body-double-encoded' && print.ids.join() === 'body-json-compact';
  return together(isPlain ? { ...print, ids: [] } : print, told(id, `It was then signed ${says}.`));
}

const same: Edit = (root) => root;

/** A JSON that differs and one layer over it. */
function byTwoSteps(sent: Buffer, signed: Buffer): Told | undefined {
  const document = documentOf(sent);
  if (document === undefined) return undefined;
  const sentStyle = styleOf(...document);
  const styles = [
    ...(sentStyle ? [sentStyle] : []),
    ...encoders.map(({ style }) => ({ ...plainStyle, ...style })),
  ];
  for (const style of styles) {
    for (const edit of [same, edits.sorted, edits.nullsDropped]) {
      const printed = Buffer.from(printTree(edit(document[1].root), style));
      for (const layer of layers) {
        const made = layer.make(printed);
        if (made !== undefined && equal(made, signed) && !printed.equals(signed))
          return overPrint(explainBody(sent, printed), layer);
      }
    }
  }
  const plain = signed.toString('utf8').trimEnd();
  if (plain.length < signed.length) {
    const inner = byDataText(sent, Buffer.from(plain));
    if (inner) return together(inner, told('body-trailing-newline', 'A line break was signed after it.'));
  }
  return undefined;
}

const isMemberOf = (root: Tree, text: string): boolean =>
  root.kind === 'object' &&
  root.members.some(
    ([, value]) =>
      (value.kind === 'object' || value.kind === 'list') &&
      [plainStyle, ...encoders.map(({ style }) => ({ ...plainStyle, ...style }))].some(
        (style) => printTree(value, style) === text,
      ),
  );

/** The sent body as the only member of another object. */
function byWrapper(sent: Buffer, signed: Buffer): Told | undefined {
  const [one, other] = [documentOf(sent), documentOf(signed)];
  const [member, ...more] = other?.[1].root.kind === 'object' ? other[1].root.members : [];
  if (one === undefined || member === undefined || more.length > 0) return undefined;
  const [name, value] = member;
  return printTree(value, plainStyle) === printTree(one[1].root, plainStyle)
    ? told('body-wrapped', `The body was signed inside another object, as its member ${code(name.value)}.`)
    : undefined;
}

function byMember(sent: Buffer, signed: Buffer): Told | undefined {
  const document = documentOf(sent);
  const text = textOf(signed);
  if (document?.[1].root.kind !== 'object' || text === undefined) return undefined;
  const member = document[1].root.members.find(
    ([, value]) =>
      (value.kind === 'text' && value.value === text) ||
      isMemberOf({ kind: 'object', members: [[value, value] as never] }, text),
  );
  return (
    member &&
    told(
      'body-member-only',
      `Only the member ${code(member[0].value)} was signed, but the whole body was sent.`,
    )
  );
}

function byPlace(sent: Buffer, signed: Buffer): Told {
  const end = Math.min(sent.length, signed.length);
  let at = 0;
  while (at < end && sent[at] === signed[at]) at += 1;
  return told('body-differs', `The signed bytes differ from the sent ones from byte ${String(at + 1)} on.`);
}
