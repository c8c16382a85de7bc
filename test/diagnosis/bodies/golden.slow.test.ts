/**
 * Every output kept under test/vectors/serialisers/golden was made by the real encoder (make.sh there). A row tells
 * what the outputs of one encoder are to be called, how many of them are called just that (of a body that was sorted
 * before, or has no slash, a plainer cause gives the same bytes), how many are reproduced to the byte, and of how many.
 * What is missing is named.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printsOf } from '../../../src/diagnosis/bodies/bodies.js';

type Row = readonly [
  encoder: string,
  option: string,
  causes: string,
  called: number,
  reproduced: number,
  outputs: number,
];

/**
 * Of boost, a body without a number is called `body-empty-object-array`: its empty objects and arrays became texts.
 * Not reproduced: boost on a top-level array (members without names); RapidJSON's inexact reading of long numbers;
 * JsonCpp's line-breaking of arrays; cJSON cutting a text at U+0000 and its tolerance near the largest double; json-c
 * capping integers at 2^64 - 1; JSON::XS on a subnormal number; the Tcl script, which takes digits in a text for a number.
 */
// prettier-ignore
const table: readonly Row[] = [
  ['cjson', 'cjson', 'body-slashes-escaped', 4, 28, 28],
  ['cpp', 'nlohmann', 'body-keys-sorted', 23, 31, 31],
  ['cpp', 'nlohmann 2', 'body-keys-sorted body-pretty', 23, 35, 35],
  ['cpp', 'nlohmann 4', 'body-keys-sorted body-pretty', 23, 35, 35],
  ['cpp', 'nlohmann ascii', 'body-keys-sorted body-json-ascii', 3, 33, 33],
  ['cpp', 'nlohmann ordered', 'body-json-compact', 11, 14, 14],
  ['cpp', 'boost', 'body-numbers-as-strings', 26, 32, 33],
  ['cpp', 'boost pretty', 'body-numbers-as-strings body-pretty', 26, 34, 35],
  ['cpp', 'rapidjson', 'body-json-compact', 11, 12, 15],
  ['cpp', 'rapidjson pretty', 'body-pretty', 32, 32, 35],
  ['cpp', 'jsoncpp fast', 'body-keys-sorted body-trailing-newline', 13, 33, 33],
  ['cpp', 'jsoncpp styled', 'body-keys-sorted body-pretty', 13, 29, 36],
  ['cpp', 'jsoncpp stream', 'body-keys-sorted body-pretty', 12, 24, 36],
  ['cpp', 'cjson c', 'body-json-compact', 4, 17, 19],
  ['cpp', 'cjson c pretty', 'body-pretty', 29, 33, 35],
  ['cpp', 'jansson', 'body-json-spaced', 4, 32, 32],
  ['cpp', 'jansson compact', 'body-json-compact', 1, 15, 15],
  ['cpp', 'jansson sorted', 'body-keys-sorted', 16, 30, 30],
  ['dkjson', 'dkjson', 'body-json-compact', 16, 20, 20],
  ['dkjson', 'dkjson indent', 'body-pretty', 35, 35, 35],
  ['erlang', 'jiffy', 'body-json-compact', 13, 15, 15],
  ['erlang', 'jiffy map', 'body-keys-sorted', 30, 32, 32],
  ['erlang', 'jiffy uescape', 'body-json-ascii', 2, 20, 20],
  ['erlang', 'jiffy slashes', 'body-slashes-escaped', 4, 21, 21],
  ['erlang', 'jiffy pretty', 'body-pretty', 35, 35, 35],
  ['go', 'map', 'body-json-go-map', 4, 33, 33],
  ['go', 'map indent', 'body-keys-sorted body-pretty', 19, 35, 35],
  ['go', 'map no html', 'body-keys-sorted', 23, 33, 33],
  ['go', 'map encoder', 'body-json-go-map body-trailing-newline', 4, 33, 33],
  ['go', 'map use number', 'body-json-go-map', 4, 23, 23],
  ['go', 'raw message', 'body-html-escaped', 4, 6, 6],
  ['java-hash-map', 'jackson hash map', 'body-keys-sorted', 27, 29, 29],
  ['java', 'jackson tree', 'body-json-compact', 13, 14, 14],
  ['java', 'jackson map', 'body-json-compact', 13, 14, 14],
  ['java', 'jackson pretty', 'body-pretty', 35, 35, 35],
  ['java', 'jackson sorted', 'body-keys-sorted', 23, 30, 30],
  ['java', 'jackson non null', 'body-nulls-dropped', 2, 16, 16],
  ['java', 'jackson non empty', 'body-empties-dropped', 3, 18, 18],
  ['java', 'jackson big decimal', 'body-json-compact', 13, 13, 13],
  ['java', 'gson tree', 'body-json-gson', 3, 9, 9],
  ['java', 'gson tree nulls', 'body-json-gson', 3, 7, 7],
  ['java', 'gson tree plain', 'body-json-compact', 2, 4, 4],
  ['java', 'gson pretty', 'body-json-gson body-pretty', 0, 35, 35],
  ['java', 'gson map', 'body-ints-to-floats', 18, 30, 30],
  ['java', 'android', 'body-slashes-escaped', 3, 21, 21],
  ['java', 'android 2', 'body-pretty', 34, 34, 34],
  ['jq', 'jq', 'body-pretty body-trailing-newline', 35, 35, 35],
  ['jq', 'jq -c', 'body-json-compact body-trailing-newline', 7, 19, 19],
  ['jq', 'jq -S', 'body-keys-sorted body-pretty body-trailing-newline', 23, 35, 35],
  ['jq', 'jq -cS', 'body-keys-sorted body-trailing-newline', 23, 33, 33],
  ['jq', 'jq -a', 'body-pretty body-trailing-newline', 35, 36, 36],
  ['jq', 'jq -ac', 'body-json-ascii body-trailing-newline', 3, 23, 23],
  ['jq', 'jq --tab', 'body-pretty body-trailing-newline', 35, 35, 35],
  ['json-c', 'json-c', 'body-slashes-escaped body-json-spaced', 3, 35, 36],
  ['json-c', 'json-c plain', 'body-slashes-escaped', 4, 8, 9],
  ['json-c', 'json-c pretty', 'body-pretty', 34, 35, 36],
  ['mono', 'newtonsoft', 'body-json-compact', 14, 15, 15],
  ['mono', 'newtonsoft indented', 'body-pretty', 35, 35, 35],
  ['mono', 'newtonsoft html', 'body-html-escaped', 4, 18, 18],
  ['mono', 'newtonsoft ascii', 'body-json-ascii', 4, 19, 19],
  ['mono', 'newtonsoft dictionary', 'body-json-compact', 14, 15, 15],
  ['mono', 'javascript serializer', 'body-html-escaped', 3, 16, 16],
  ['node', 'stringify', 'body-json-js', 19, 19, 19],
  ['node', 'indent 2', 'body-pretty', 35, 35, 35],
  ['node', 'indent tab', 'body-pretty', 35, 35, 35],
  ['node', 'sorted', 'body-keys-sorted', 23, 33, 33],
  ['node', 'sorted names', 'body-keys-sorted', 24, 33, 33],
  ['perl', 'JSON::PP canonical', 'body-keys-sorted', 23, 32, 32],
  ['perl', 'JSON::PP pretty', 'body-keys-sorted body-pretty', 23, 35, 35],
  ['perl', 'JSON::PP ascii', 'body-keys-sorted body-json-ascii', 3, 34, 34],
  ['perl', 'JSON::XS canonical', 'body-keys-sorted', 23, 31, 32],
  ['perl', 'JSON::XS pretty', 'body-keys-sorted body-pretty', 23, 34, 35],
  ['perl', 'JSON::XS ascii', 'body-keys-sorted body-json-ascii', 3, 33, 34],
  ['perl', 'Cpanel::JSON::XS canonical', 'body-keys-sorted', 23, 31, 31],
  ['perl', 'Cpanel::JSON::XS pretty', 'body-keys-sorted body-pretty', 23, 35, 35],
  ['perl', 'Cpanel::JSON::XS ascii', 'body-keys-sorted body-json-ascii', 3, 33, 33],
  ['php', 'array', 'body-json-php', 11, 28, 28],
  ['php', 'object', 'body-json-php', 11, 26, 26],
  ['php', 'array unescaped slashes', 'body-json-ascii', 4, 24, 24],
  ['php', 'object unescaped slashes', 'body-json-ascii', 4, 22, 22],
  ['php', 'object unescaped unicode', 'body-slashes-escaped', 4, 24, 24],
  ['php', 'object unescaped both', 'body-json-compact', 8, 18, 18],
  ['php', 'object line terminators', 'body-json-compact', 7, 17, 17],
  ['php', 'object hex', 'body-json-php', 11, 26, 26],
  ['php', 'object hex tag', 'body-json-php', 11, 26, 26],
  ['php', 'object zero fraction', 'body-json-php', 11, 24, 24],
  ['php', 'object pretty', 'body-pretty', 35, 36, 36],
  ['php', 'object pretty unescaped', 'body-pretty', 35, 35, 35],
  ['php', 'ksort', 'body-keys-sorted-top body-json-php', 1, 33, 33],
  ['php', 'ksort unescaped', 'body-keys-sorted-top', 2, 32, 32],
  ['php', 'ksort deep', 'body-keys-sorted body-json-php', 11, 34, 34],
  ['php', 'object precision 17', 'body-floats-17g', 13, 27, 27],
  ['python', 'dumps', 'body-json-python', 35, 36, 36],
  ['python', 'dumps raw', 'body-json-spaced', 6, 35, 35],
  ['python', 'dumps compact', 'body-json-ascii', 4, 18, 18],
  ['python', 'dumps compact raw', 'body-json-compact', 11, 13, 13],
  ['python', 'dumps sorted', 'body-keys-sorted body-json-python', 23, 36, 36],
  ['python', 'dumps sorted compact', 'body-keys-sorted body-json-ascii', 3, 32, 32],
  ['python', 'dumps sorted compact raw', 'body-keys-sorted', 23, 30, 30],
  ['python', 'dumps indent 2', 'body-pretty', 35, 36, 36],
  ['python', 'dumps indent 4', 'body-pretty', 35, 36, 36],
  ['python', 'dumps indent 4 raw', 'body-pretty', 35, 35, 35],
  ['python', 'dumps sorted indent 2', 'body-keys-sorted body-pretty', 23, 36, 36],
  ['ruby', 'generate', 'body-json-compact', 11, 13, 13],
  ['ruby', 'pretty', 'body-pretty', 35, 35, 35],
  ['ruby', 'sorted', 'body-keys-sorted-top', 2, 30, 30],
  ['ruby', 'rails to_json', 'body-html-escaped', 4, 17, 17],
  ['ruby', 'rails no html', 'body-json-compact', 12, 14, 14],
  ['rust', 'serde', 'body-keys-sorted', 23, 30, 30],
  ['rust', 'serde pretty', 'body-keys-sorted body-pretty', 23, 35, 35],
  ['rust', 'serde ordered', 'body-json-compact', 12, 13, 13],
  ['rust', 'serde ordered pretty', 'body-pretty', 35, 35, 35],
  ['tcl', 'tcllib', 'body-pretty', 21, 21, 22],
  ['tcl', 'tcllib not aligned', 'body-pretty', 21, 21, 22],
  ['tcl', 'tcllib compact', 'body-json-compact', 1, 1, 2],
  ['ujson', 'dumps', 'body-json-php', 11, 22, 22],
];

interface Golden {
  readonly encoder: string;
  /** By option and number of the body; with its own wire body where the order of members is chance. */
  readonly options: Readonly<
    Record<string, Readonly<Record<string, string | { wire: string; text: string }>>>
  >;
}

const folder = new URL('../../vectors/serialisers/', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
const bodies = read('bodies.json') as readonly string[];
const goldens = readdirSync(new URL('golden/', folder)).map((name) => read(`golden/${name}`) as Golden);

const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

const setOf = (causes: readonly string[]): string => [...causes].sort().join(' ');

/** Prints by their text, one body after the other: the options of an encoder share them. */
const made = new Map<string, ReadonlyMap<string, { readonly causes: readonly string[] }>>();
const printsByText = (wire: string) => {
  const known =
    made.get(wire) ??
    new Map([...printsOf(Buffer.from(wire), 0, 4)].map((print) => [utf8(print.value.bytes), print]));
  made.set(wire, known);
  return known;
};

const outputsOf = ({ options }: Golden, option: string) =>
  Object.entries(options[option] ?? {})
    .map(([at, output]) =>
      typeof output === 'string' ? { wire: bodies[Number(at)] ?? '', text: output } : output,
    )
    // What differs from the wire by a line end at most belongs to other causes.
    .filter(({ wire, text }) => text !== wire && text !== `${wire}\n`);

describe('the bodies that real encoders make', () => {
  it('has a row for every kept output', () => {
    const kept = goldens.flatMap(({ encoder, options }) =>
      Object.keys(options).map((name) => `${encoder}: ${name}`),
    );
    expect(table.map(([encoder, option]) => `${encoder}: ${option}`).sort()).toEqual(kept.sort());
  });

  it.each(table)('knows %s, %s, as %s', (encoder, option, causes, called, reproduced, outputs) => {
    const golden = goldens.find((each) => each.encoder === encoder);
    if (golden === undefined) throw new TypeError(`no golden file of ${encoder}`);
    const prints = outputsOf(golden, option).map(({ wire, text }) => printsByText(wire).get(text));
    const found = prints.filter((print) => print !== undefined);
    expect([
      found.filter((print) => setOf(print.causes) === setOf(causes.split(' '))).length,
      found.length,
      prints.length,
    ]).toEqual([called, reproduced, outputs]);
  });
});
