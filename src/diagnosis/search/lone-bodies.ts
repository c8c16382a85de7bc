import type { BodyRules } from '../body-rules.js';
import { cutBodies, zeroFilledBodies } from '../forms/buffers.js';
import { percentEncode, toBuffer } from '../forms/bytes.js';
import { guessWholeBodies } from '../forms/damaged-bodies.js';
import { loneTexts } from '../forms/data-texts.js';
import { largeBodyBytes } from './limits.js';
import { loneChanges } from '../forms/lone-changes.js';
import { joinedValues } from '../forms/joined-values.js';
import {
  namingWays,
  signedFileNames,
  unfilledBodies,
  unfilledValues,
  variableNames,
} from '../forms/templates.js';
import { goNames } from '../json-forms/edits.js';
import { oneValueChanges } from '../json-forms/one-value.js';
import { plainStyle, printTree, type Style } from '../json-forms/print.js';
import { textTree, type Member, type Tree } from '../json-forms/tree.js';

type Members = readonly Member[];
const objectOf = (members: Members): Tree => ({ kind: 'object', members });

/** Names of a form's only field. */
const formFields = ['payload', 'data', 'body', 'json', 'request'] as const;

/** The body as the only field of a form, escaped in the usual ways. */
export function* formFieldTexts(body: string): Generator<string> {
  for (const name of formFields) {
    yield `${name}=${body}`;
    yield `${name}=${percentEncode(body)}`;
    yield `${name}=${percentEncode(body).replaceAll('%20', '+')}`;
    // `encodeURIComponent` throws for a lone surrogate, which the way through bytes replaces.
    yield `${name}=${encodeURIComponent(Buffer.from(body).toString())}`;
  }
}

/** Texts in place of the body's JSON: a variable that was not filled in, the name of a file, the body as a field of a form. */
function* textsInstead(body: string): Generator<string> {
  yield* unfilledBodies;
  for (const name of signedFileNames) {
    yield name;
    yield `${name}\n`;
  }
  yield* formFieldTexts(body);
}

/** The object with a placeholder such as `{{product_id}}` in place of one value, or of all values. */
export function* unfilledObjects(
  root: Tree,
  valuesOf: (name: string) => readonly string[],
): Generator<Tree> {
  if (root.kind !== 'object') return;
  const { members } = root;
  if (members.length > mostMembers) return;
  const wayCount = valuesOf('').length;
  for (let index = 0; index < wayCount; index += 1) {
    const textOf = (name: string): string => valuesOf(name)[index] ?? '';
    const quoted = members.map(([name]): Member => [name, textTree(textOf(name.value))]);
    const bare = bareNames(members, textOf);
    yield objectOf(bare);
    yield objectOf(quoted);
    for (const changed of [...quoted, ...bare.filter(([, value]) => value.kind === 'word')]) {
      yield objectOf(members.map((member) => (member[0] === changed[0] ? changed : member)));
    }
  }
}

/** An object with more members would give too many such bodies. */
const mostMembers = 24;

/** The object with fewer members: only those of the contract, or without two or three that the contract does not require. */
function* chosenObjects(root: Tree, { orders, optional }: BodyRules): Generator<Tree> {
  if (root.kind !== 'object') return;
  const { members } = root;
  const [tableOrder = []] = orders;
  const required = tableOrder.filter((name) => !optional.includes(name));
  for (const names of [tableOrder, required]) {
    const kept = members.filter(([name]) => names.includes(name.value));
    yield objectOf(kept);
    for (const order of orders) yield objectOf(inOrder(kept, order));
  }
  if (members.length > mostMembers) return;
  yield* withoutMembers(members, required);
}

function inOrder(members: Members, order: readonly string[]): Member[] {
  return members.toSorted(
    ([left], [right]) => order.indexOf(left.value) - order.indexOf(right.value),
  );
}

/** Without two or three of the members that the contract does not demand. */
function* withoutMembers(members: Members, required: readonly string[]): Generator<Tree> {
  const free = members.filter(([name]) => !required.includes(name.value));
  for (const [first, one] of free.entries()) {
    for (const [second, other] of free.entries()) {
      if (second <= first) continue;
      yield objectOf(members.filter((member) => member !== one && member !== other));
      for (const third of free.slice(second + 1)) {
        yield objectOf(members.filter((member) => ![one, other, third].includes(member)));
      }
    }
  }
}

/** Bodies that are signed in place of the sent one, but tried only if everything else is right. */
export function* loneBodies(
  body: Buffer,
  root: Tree | undefined,
  { rules, sentStyle }: { readonly rules: BodyRules; readonly sentStyle: Style },
): Generator<Buffer> {
  for (const text of textsInstead(body.toString('utf8'))) yield Buffer.from(text);
  yield* cutBodies(body);
  yield* zeroFilledBodies(body);
  // Each of these changes copies the body, so they are not made of a large one.
  const isLarge = body.length > largeBodyBytes;
  const changes = isLarge ? [] : loneChanges({ bytes: body, root, style: sentStyle });
  for (const { signed } of changes) yield toBuffer(signed);
  if (root === undefined) return;
  const print = (tree: Tree, style = sentStyle): Buffer => Buffer.from(printTree(tree, style));
  for (const tree of oneValueChanges(root)) yield print(tree);
  for (const edit of goNames) {
    yield print(edit(root));
    yield print(edit(root), plainStyle);
  }
  for (const { make } of loneTexts) {
    const text = make(root);
    if (text !== undefined) yield Buffer.from(text);
  }
  for (const tree of chosenObjects(root, rules)) {
    yield print(tree);
    // Members are chosen while the body is printed: often in another style than it was sent in.
    if (sentStyle.spacing !== plainStyle.spacing) yield print(tree, plainStyle);
  }
  for (const tree of unfilledObjects(root, unfilledValues)) yield print(tree);
}

/** Placeholders with other names than the members', such as `{{productId}}` for `product_id`: for one value, or for all. */
export function* renamedObjects(root: Tree): Generator<Tree> {
  if (root.kind !== 'object' || root.members.length > mostMembers) return;
  const { members } = root;
  for (const template of usualTemplates) {
    for (const changed of members) {
      for (const other of renamedValues(changed, template)) {
        yield objectOf(members.map((member) => (member === changed ? [member[0], other] : member)));
      }
    }
    for (const way of namingWays) {
      if (members.every(([{ value: name }]) => way(name) === name)) continue;
      yield* objectsOfNames(members, (name) => template(way(name)));
    }
  }
}

/** The object with placeholders for all values: all in quotes, and again with quotes around the texts only. */
function* objectsOfNames(members: Members, textOf: (name: string) => string): Generator<Tree> {
  const quoted = members.map(([name]): Member => [name, textTree(textOf(name.value))]);
  yield objectOf(quoted);
  if (members.every(([, value]) => value.kind === 'text')) return;
  yield objectOf(bareNames(members, textOf));
}

/** Placeholders in quotes for texts, without quotes for numbers: `{"id":"{{id}}","price":{{price}}}`. */
function bareNames(members: Members, textOf: (name: string) => string): Member[] {
  return members.map(([name, value]): Member => {
    const raw = textOf(name.value);
    return [name, value.kind === 'text' ? textTree(raw) : { kind: 'word', raw }];
  });
}

/** Placeholders for one value: in quotes for a text, with and without quotes for another value. */
function renamedValues([name, value]: Member, template: (name: string) => string): Tree[] {
  return variableNames(name.value).flatMap((variable) => {
    const raw = template(variable);
    return value.kind === 'text' ? [textTree(raw)] : [{ kind: 'word', raw }, textTree(raw)];
  });
}

/** Bodies with placeholders in place of values: Postman's `{{name}}`, and other names in the usual templates. */
export function* templateObjects(root: Tree): Generator<Tree> {
  yield* unfilledObjects(root, (name) => [`{{${name}}}`]);
  yield* renamedObjects(root);
}

/** The most texts of which every choice is tried: some filled in, the others still placeholders. */
const mostChosenTexts = 6;
const usualTemplates: readonly ((name: string) => string)[] = [
  (name) => `{{${name}}}`,
  (name) => `\${${name}}`,
  (name) => `{${name}}`,
];

/** The object with the names of two or more of its texts, but not of all members, in place of their values. */
export function* partlyFilledObjects(root: Tree): Generator<Tree> {
  if (root.kind !== 'object') return;
  const { members } = root;
  const texts = members.filter(([, value]) => value.kind === 'text');
  if (texts.length > mostChosenTexts) return;
  // Each bit of `choice` says whether one of the texts is a placeholder.
  for (let choice = 1; choice < 2 ** texts.length; choice += 1) {
    const chosen = texts.filter((_, index) => (choice & (2 ** index)) !== 0);
    if (chosen.length < 2) continue;
    for (const template of usualTemplates) {
      yield objectOf(
        members.map((member) =>
          chosen.includes(member) ? [member[0], textTree(template(member[0].value))] : member,
        ),
      );
    }
  }
}

/** The least likely of the bodies that are tried only when everything else is right. */
export function* lastBodies(
  body: Buffer,
  root: Tree | undefined,
  sentStyle: Style,
): Generator<Buffer> {
  for (const text of guessWholeBodies(body.toString('utf8'))) yield Buffer.from(text);
  if (root === undefined) return;
  for (const { text } of joinedValues(root)) yield Buffer.from(text);
  for (const tree of renamedObjects(root)) yield Buffer.from(printTree(tree, sentStyle));
  for (const tree of partlyFilledObjects(root)) yield Buffer.from(printTree(tree, sentStyle));
}
