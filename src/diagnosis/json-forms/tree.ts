/** JSON as it was written: every string and number keeps its spelling, so that two texts can be compared token by token. */
export type Tree =
  | { readonly kind: 'text'; readonly raw: string; readonly value: string }
  | { readonly kind: 'number'; readonly raw: string }
  /** A word is true, false or null; templates put other texts there. */
  | { readonly kind: 'word'; readonly raw: string }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] };

export type Text = Extract<Tree, { kind: 'text' }>;
export type Member = readonly [name: Text, value: Tree];

/** A parsed JSON text. */
export interface Document {
  readonly root: Tree;
  /** White space after the value, such as the line break of an encoder. */
  readonly tail: string;
}

/** White space, and then a string, a number, a word or a mark. */
const token =
  /[ \t\r\n]*("(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:])/y;
const mostDepth = 200;
/** A text with more values is not read. A body of 64 KB cannot have so many. */
export const mostValues = 40_000;

/** The members of a body; none if it is not a JSON object. */
export function parseMembers(body: Buffer): readonly Member[] {
  const root = parseTree(body.toString('utf8'))?.root;
  return root?.kind === 'object' ? root.members : [];
}

/** Parses JSON. undefined if the text is not JSON, or has so many values or levels that a search would not end. */
export function parseTree(text: string): Document | undefined {
  let position = 0;
  let values = 0;
  const readToken = (): string => {
    token.lastIndex = position;
    const found = token.exec(text)?.[1];
    if (found === undefined) throw new SyntaxError('not JSON');
    position = token.lastIndex;
    return found;
  };
  const itemsUntil = <Item>(close: string, readItem: (first: string) => Item): Item[] => {
    const found: Item[] = [];
    for (let first = readToken(); first !== close; first = readToken()) {
      if (found.length > 0 && first !== ',') throw new SyntaxError('not JSON');
      found.push(readItem(found.length > 0 ? readToken() : first));
    }
    return found;
  };
  const readValue = (first: string, depth: number): Tree => {
    values += 1;
    if (depth > mostDepth || values > mostValues) throw new SyntaxError('too deep or too many');
    if (first === '{') {
      return { kind: 'object', members: itemsUntil('}', (name) => readMember(name, depth + 1)) };
    }
    if (first === '[') {
      return { kind: 'list', items: itemsUntil(']', (item) => readValue(item, depth + 1)) };
    }
    if (first.startsWith('"')) {
      return { kind: 'text', raw: first, value: JSON.parse(first) as string };
    }
    if (/^[\d-]/.test(first)) return { kind: 'number', raw: first };
    if (/^[a-z]/.test(first)) return { kind: 'word', raw: first };
    throw new SyntaxError('not JSON');
  };
  const readMember = (first: string, depth: number): Member => {
    const name = readValue(first, depth);
    if (name.kind !== 'text' || readToken() !== ':') throw new SyntaxError('not JSON');
    return [name, readValue(readToken(), depth)];
  };
  try {
    const root = readValue(readToken(), 0);
    const tail = text.slice(position);
    return /^[ \t\r\n]*$/.test(tail) ? { root, tail } : undefined;
  } catch {
    return undefined;
  }
}

/** Compares two names by their UTF-8 bytes, as many encoders sort. */
export function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

export function textTree(value: string): Text {
  return {
    kind: 'text',
    raw: JSON.stringify(value),
    value,
  };
}
export function isNull(tree: Tree): boolean {
  return tree.kind === 'word' && tree.raw === 'null';
}
/** A list or an object with nothing in it. */
export function isEmptyContainer(tree: Tree): boolean {
  return (
    (tree.kind === 'list' && tree.items.length === 0) ||
    (tree.kind === 'object' && tree.members.length === 0)
  );
}

/** The values of an object or a list; empty for other values. */
export function valuesInside(tree: Tree): readonly Tree[] {
  if (tree.kind === 'object') return tree.members.map(([, value]) => value);
  return tree.kind === 'list' ? tree.items : [];
}

/** A copy of the tree with the members of every object changed, inner objects first. */
export function mapObjects(
  tree: Tree,
  change: (members: readonly Member[], depth: number) => readonly Member[],
  depth = 0,
): Tree {
  if (tree.kind === 'list') {
    return { ...tree, items: tree.items.map((item) => mapObjects(item, change, depth + 1)) };
  }
  if (tree.kind !== 'object') return tree;
  const inner = tree.members.map(([name, value]): Member => [
    name,
    mapObjects(value, change, depth + 1),
  ]);
  return { ...tree, members: change(inner, depth) };
}
