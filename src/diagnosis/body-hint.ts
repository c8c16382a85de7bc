import { readBody } from '../service/read.js';
import { JsonObject } from '../text/json/json.js';
import { utf8Text } from '../text/utf8.js';
import { quoted } from './spelled.js';

/** What an unknown signature may be due to, as the sent body looks: a guess, and told as one. */
export function bodyHint(body: Uint8Array): string | undefined {
  const { object } = readBody(body);
  if (!(object instanceof JsonObject)) return cutHint(body);
  for (const [name, value] of object.members) {
    if (typeof value !== 'string') continue;
    const field = `\`${quoted(name)}\``;
    if (lettersLost(value))
      return `${field} has question marks inside its words: if they were letters, the text was converted to ASCII or ISO-8859-1 before it was sent. Send UTF-8.`;
    if (columnWidths.includes(value.length))
      return `${field} has exactly ${String(value.length)} characters, as if a database column had cut it: compare it with the value that was signed.`;
  }
  return undefined;
}

const columnWidths = [191, 255, 256, 512, 1024];

/** `V? Th?`: at two places, a letter before or after. Addresses have question marks of their own. */
const lettersLost = (value: string): boolean =>
  !/:\/\/|[&=]/.test(value) && (value.match(/\p{L}\?|\?\p{L}/gu) ?? []).length >= 2;

/** Its beginning is JSON; its end may be a part of a character. */
function cutHint(body: Uint8Array): string | undefined {
  const text = utf8Text(body) ?? utf8Text(body.subarray(0, -1)) ?? utf8Text(body.subarray(0, -2)) ?? '';
  return /^\s*\{.*[^}\s]\s*$/s.test(text) && /[^\0-\x7f]/.test(text)
    ? 'If Content-Length was counted in characters instead of bytes, the last bytes of a body with other letters than ASCII are cut off: count bytes.'
    : undefined;
}
