import { JsonObject, type Json } from '../../text/json/json.js';
import { printJson, jsonStyles, type JsonStyle } from './json-styles.js';

/** The usual encoders, and the cause that each shows where it does not write what was sent. */

interface Written {
  /** Empty if the encoder writes the body as it was sent. */
  readonly causes: readonly string[];
  readonly style: JsonStyle;
  readonly as: string;
}

const { compact, javascript, python, php, phpSlashes, phpRaw, pythonCompact } = jsonStyles;

const encoders: readonly (readonly [cause: string, as: string, style: JsonStyle])[] = [
  ['body-json-compact', 'compact', compact],
  ['body-json-js', 'JavaScript', { ...javascript, order: 'kept' }],
  ['body-json-python', 'Python json.dumps', python],
  ['body-pretty', 'indented by two spaces', { layout: 'lines2' }],
  ['body-pretty', 'indented by four spaces', { layout: 'lines4' }],
  ['body-pretty', 'indented by a tab', { layout: 'lines-tab' }],
  ['body-json-php', 'PHP json_encode', php],
  ['body-json-stj', 'System.Text.Json', { escapes: 'stj' }],
  ['body-html-escaped', 'Go', { escapes: 'go' }],
  ['body-trailing-newline', 'with a line break', { end: '\n' }],
  ['body-json-spaced', 'Python json.dumps(ensure_ascii=False)', { ...python, escapes: 'raw' }],
  ['body-json-ascii', 'Python json.dumps with separators', pythonCompact],
  ['body-json-ascii', 'PHP with JSON_UNESCAPED_SLASHES', phpSlashes],
  ['body-slashes-escaped', 'slashes escaped', { escapes: 'slashes' }],
  ['body-json-php', 'PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE', phpRaw],
  ['body-json-gson', 'Gson', { escapes: 'gson' }],
  ['body-pretty', 'indented by two spaces, CRLF', { layout: 'lines2-crlf' }],
  ['body-json-unreal', 'Unreal TJsonWriter', { layout: 'unreal-tab-crlf' }],
];

/** Of encoders that write this body alike the first. */
export function encodersOf(root: Json, sent: Uint8Array): readonly Written[] {
  const found = new Map<string, Written>();
  const text = Buffer.from(sent).toString('utf8');
  for (const [cause, as, style] of encoders) {
    const print = printJson(root, style);
    if (!found.has(print)) found.set(print, { causes: print === text ? [] : [cause], as, style });
  }
  return [...found.values()];
}

/** Writes any selection of some members: each is printed once, and the prints are put together. */
export function memberWriter(members: JsonObject['members'], style: JsonStyle) {
  const example = printJson(
    new JsonObject([
      ['x', null],
      ['y', null],
    ]),
    style,
  );
  const [, open = '', comma = '', close = ''] =
    /^(.*?)"x"[^n]*null(.*?)"y"[^n]*null(.*)$/is.exec(example) ?? [];
  const rows = new Map(
    members.map((member) => {
      const alone = printJson(new JsonObject([member]), style);
      return [member, alone.slice(open.length, alone.length - close.length)];
    }),
  );
  return (chosen: JsonObject['members']): string =>
    open + chosen.map((member) => rows.get(member) ?? '').join(comma) + close;
}
