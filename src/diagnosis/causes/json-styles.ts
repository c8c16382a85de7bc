import type { Json } from '../../text/json/json.js';
import { BodyPrinter } from '../bodies/printing.js';
import { plain, type Settings } from '../bodies/settings.js';

export type JsonStyle = Partial<Settings>;

/** How encoders print a part of the body or a value made from it: only the settings that change what was sent. */
export const jsonStyles = {
  compact: {},
  javascript: { order: 'js', numbers: 'js' },
  /** `json.dumps`, with `separators`, and with `ensure_ascii=False`. */
  python: { layout: 'spaced', escapes: 'ascii', numbers: 'python' },
  pythonCompact: { escapes: 'ascii', numbers: 'python' },
  /** `json_encode`, with JSON_UNESCAPED_SLASHES, and with JSON_UNESCAPED_UNICODE too. */
  php: { escapes: 'php', numbers: 'php', empties: 'php' },
  phpSlashes: { escapes: 'ascii-del-raw', numbers: 'php', empties: 'php' },
  phpRaw: { escapes: 'raw-separators', numbers: 'php', empties: 'php' },
  go: { order: 'sorted', escapes: 'go', numbers: 'go' },
  jq: { escapes: 'raw-del', numbers: 'jq-1.6' },
} as const satisfies Readonly<Record<string, JsonStyle>>;

export const printJson = (value: Json, style: JsonStyle): string =>
  new BodyPrinter(value, 0).print({ ...plain, ...style });
