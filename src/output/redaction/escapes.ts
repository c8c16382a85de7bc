import { Buffer } from 'node:buffer';

/** A text with its escapes undone, and where each of its places was before. */
interface Unescaped {
  readonly text: string;
  readonly at: (place: number) => number;
}

// Escapes of a URL and of JSON, where the start of an answer is shown with the backslash escaped once more.
const anyEscape =
  /%[0-9a-fA-F]{2}|(?:\\u\{5c\}|\\)(?:u[dD][89abAB][0-9a-fA-F]{2}(?:\\u\{5c\}|\\)u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|["\\/bfnrt])/g;

/** Any character of a JSON string may be written `\u0061`. One character a byte; undefined if nothing can be an escape. */
export function unescaped(view: string): Unescaped | undefined {
  if (!view.includes('\\') && !view.includes('%')) return undefined;
  const parts: string[] = [];
  const places = new Uint32Array(view.length + 1);
  let [length, position] = [0, 0];
  const copyTo = (end: number): void => {
    parts.push(view.slice(position, end));
    for (; position < end; position += 1) places[length++] = position;
  };
  for (const { 0: escape, index } of view.matchAll(anyEscape)) {
    copyTo(index);
    const json = escape.replaceAll('\\u{5c}', '\\');
    const bytes = escape.startsWith('%')
      ? String.fromCharCode(Number.parseInt(escape.slice(1), 16))
      : Buffer.from(JSON.parse(`"${json}"`) as string, 'utf8').toString('latin1');
    parts.push(bytes);
    places.fill(index, length, (length += bytes.length));
    position = index + escape.length;
  }
  copyTo(view.length);
  places[length] = view.length;
  return { text: parts.join(''), at: (place) => places[place] ?? view.length };
}
