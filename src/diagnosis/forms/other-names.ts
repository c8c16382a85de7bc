import type { CauseId } from '../catalogue/causes.js';
import { edits } from '../json-forms/edits.js';
import { plainStyle, printTree, type Style } from '../json-forms/print.js';
import { textTree, type Member, type Tree } from '../json-forms/tree.js';

/** Other names that programs give the members of the contract in their own classes. */
const otherNames: Readonly<Partial<Record<string, readonly string[]>>> = {
  receipt: ['purchaseToken', 'purchase_token', 'token', 'receiptData', 'receipt_data'],
  package: ['packageName', 'package_name', 'bundleId', 'bundle_id'],
  product_id: ['sku', 'itemId'],
  os_id: ['platform', 'os'],
  player_id: ['userId', 'user_id', 'uid'],
  username: ['userName', 'user_name', 'userId', 'user_id', 'user', 'uid'],
  gameId: ['game', 'appId', 'app_id'],
};

interface RenamedBody {
  readonly ids: readonly CauseId[];
  readonly says: string;
  readonly signed: string;
}

type ObjectTree = Extract<Tree, { kind: 'object' }>;

function renameOne({ members }: ObjectTree, index: number, name: string): ObjectTree {
  const [, value] = members[index] as Member;
  return { kind: 'object', members: members.with(index, [textTree(name), value]) };
}

const withCapitalIds = ({ members }: ObjectTree): ObjectTree => ({
  kind: 'object',
  members: members.map(([name, value]) => [
    textTree(name.value.replace(/Id(?![a-z])/g, 'ID')),
    value,
  ]),
});

/** The body with one member under another name. Tried only when everything else is right. */
export function* renamedBodies(root: ObjectTree, sentStyle: Style): Generator<RenamedBody> {
  const camel = edits.camel(root);
  if (camel.kind !== 'object') return;
  const print = function* (tree: Tree, says: string): Generator<RenamedBody> {
    for (const style of new Set([sentStyle, plainStyle])) {
      yield { ids: ['body-keys-recased'], says, signed: printTree(tree, style) };
    }
  };
  const capital = withCapitalIds(camel);
  if (!hasSameNames(capital, camel)) {
    yield* print(capital, 'The names were signed in camelCase, with `ID` for `Id`.');
  }
  const isCamel = hasSameNames(camel, root);
  for (const [index, [name]] of root.members.entries()) {
    for (const other of otherNames[name.value] ?? []) {
      const clause = `\`${name.value}\` was signed as \`${other}\``;
      yield* print(renameOne(root, index, other), `The name ${clause}.`);
      if (isCamel) continue;
      const both = `The names were signed in camelCase, and ${clause}.`;
      yield* print(renameOne(camel, index, other), both);
    }
  }
}

const hasSameNames = (one: ObjectTree, other: ObjectTree): boolean =>
  one.members.every(([name], index) => name.value === other.members[index]?.[0].value);
