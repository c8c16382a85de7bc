/**
 * What senders really sign instead of the body on the wire: encoders and their options, by cause of section 1 of the
 * catalogue. An entry with several choices for a setting stands for all their combinations.
 */
import { plain, type Settings } from './settings.js';
import { names } from './shapes.js';

/** Classes of the catalogue: 1 very common, 2 common, 3 occasional, 4 rare. */
export const causeCosts = {
  'body-json-js': 1,
  'body-json-compact': 1,
  'body-json-spaced': 2,
  'body-json-python': 1,
  'body-json-ascii': 2,
  'body-json-php': 1,
  'body-slashes-escaped': 2,
  'body-html-escaped': 1,
  'body-json-go-map': 2,
  'body-json-stj': 1,
  'body-json-gson': 2,
  'body-keys-sorted': 1,
  'body-keys-sorted-top': 3,
  'body-nulls-dropped': 2,
  'body-empties-dropped': 3,
  'body-empty-object-array': 3,
  'body-ints-to-floats': 3,
  'body-floats-17g': 3,
  'body-floats-float32': 3,
  'body-numbers-as-strings': 4,
  'body-pretty': 2,
  'body-json-unreal': 2,
  'body-keys-recased': 3,
  'body-trailing-newline': 1,
} as const satisfies Readonly<Record<string, number>>;

export type SerialiserCause = keyof typeof causeCosts;

export interface Encoder {
  readonly causes: readonly SerialiserCause[];
  /** In words, for a finding. */
  readonly as: string;
  readonly settings: Settings;
  /** What an encoder or a flag that few senders use adds to the cost of its causes. */
  readonly rarity: number;
}

type Choices = { readonly [K in keyof Settings]?: Settings[K] | readonly Settings[K][] };
type Row = readonly [
  causes: SerialiserCause | readonly SerialiserCause[],
  as: string,
  choices: Choices,
  rarity?: number,
];

/** For a flag that must be asked for, or an old encoder: a plainer cause with the same bytes comes first. */
const seldom = 1.5;

const everyNaming: readonly Settings['names'][] = (Object.keys(names) as Settings['names'][]).filter(
  (name) => name !== 'kept',
);

const rows: readonly Row[] = [
  // JavaScript
  ['body-json-js', 'JSON.stringify', { numbers: 'js', order: 'js' }],
  ['body-json-js', 'JSON.stringify(o, Object.keys(o))', { numbers: 'js', order: 'top-names-kept' }],
  ['body-json-js', 'a Go map without HTML escapes', { numbers: 'go', order: ['kept', 'js'] }],
  [
    'body-pretty',
    'JSON.stringify with an indent',
    { numbers: 'js', order: 'js', layout: ['lines2', 'lines4', 'tabs', 'lines3', 'lines1', 'lines8'] },
  ],
  [
    'body-keys-sorted',
    'JSON.stringify with sorted keys',
    { numbers: 'js', order: ['sorted-js', 'sorted-utf16', 'sorted'] },
  ],
  [
    'body-keys-sorted',
    'JSON.stringify(o, Object.keys(o).sort())',
    { numbers: ['js', 'kept'], order: 'top-names' },
  ],
  [
    'body-keys-sorted-top',
    'JavaScript, top level sorted',
    { numbers: 'js', order: ['sorted-top-js', 'sorted-top-utf16', 'sorted-top'] },
  ],
  [
    'body-nulls-dropped',
    'JSON.stringify without nulls',
    { numbers: 'js', order: 'js', drop: ['nulls', 'nulls-top', 'nulls-items'] },
  ],
  [
    'body-empties-dropped',
    'JSON.stringify without empty members',
    {
      numbers: 'js',
      order: 'js',
      drop: [
        'blanks',
        'blanks-top',
        'empties',
        'empties-top',
        'empties-upward',
        'empty-items',
        'blanks-only',
        'blanks-only-top',
        'js-false',
        'js-false-top',
      ],
    },
  ],
  ['body-empty-object-array', 'JSON.stringify, {} as []', { numbers: 'js', empties: ['arrays', 'objects'] }],

  // One line, nothing escaped
  ['body-json-compact', 'number text kept', { escapes: ['raw', 'raw-upper', 'raw-del', 'raw-separators'] }],
  ['body-json-compact', 'Python json.dumps with separators', { numbers: 'python' }],
  ['body-json-compact', 'orjson or serde_json', { numbers: ['orjson', 'rust', 'rust-roundtrip'] }],
  ['body-json-compact', 'Ruby JSON.generate', { numbers: ['ruby', 'ruby-16'], escapes: ['raw', 'raw-del'] }],
  [
    'body-json-compact',
    'Jackson',
    { numbers: ['java', 'java17', 'big-decimal'], escapes: ['raw-upper', 'raw'] },
  ],
  [
    'body-json-compact',
    'Jackson writeValueAsBytes',
    { numbers: ['kept', 'java', 'java17'], escapes: 'raw-astral-upper' },
  ],
  [
    'body-json-compact',
    'Jackson with decimals',
    {
      numbers: ['decimal-plain', 'decimal-plain-stripped', 'decimal-stripped'],
      escapes: ['raw-upper', 'raw'],
    },
  ],
  [
    'body-json-compact',
    'Newtonsoft.Json',
    { numbers: ['newtonsoft', 'newtonsoft-core'], escapes: ['newtonsoft', 'raw'] },
  ],
  [
    'body-json-compact',
    'a class with double fields',
    { numbers: ['js-reals', 'csharp', 'csharp-framework'] },
  ],
  ['body-json-compact', 'nlohmann::ordered_json', { numbers: 'nlohmann' }],
  ['body-json-compact', 'RapidJSON', { numbers: 'rapidjson', escapes: ['raw-upper', 'raw'] }],
  [
    'body-json-compact',
    'Go with SetEscapeHTML(false)',
    { numbers: ['kept', 'go-reals'], escapes: ['go-plain', 'raw-separators'] },
  ],
  [
    'body-json-compact',
    'PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE',
    { numbers: ['php', 'php-zero', 'php-17'], escapes: ['raw-separators', 'raw'] },
  ],
  [
    'body-json-compact',
    'Erlang or Elixir',
    { numbers: ['erlang', 'jiffy'], escapes: ['raw', 'raw-upper', 'raw-del'] },
  ],
  ['body-json-compact', 'jq -c', { numbers: 'jq-1.6', escapes: ['raw-del', 'raw'] }],
  ['body-json-compact', 'Perl', { numbers: ['perl', 'perl-pp', 'cpanel'], escapes: ['raw', 'raw-del'] }],
  [
    'body-json-compact',
    'lua-cjson without slash escapes',
    { numbers: 'lua-14g', escapes: ['raw', 'raw-del'], empties: ['kept', 'objects'] },
  ],
  ['body-json-compact', 'dkjson', { numbers: ['lua53-14g', 'lua-14g', 'kept'], escapes: 'dkjson' }],
  [
    'body-nulls-dropped',
    'dkjson',
    { numbers: ['lua53-14g', 'lua-14g'], escapes: 'dkjson', drop: ['lua-nils', 'nulls-items'] },
  ],
  [
    'body-pretty',
    'dkjson with indent',
    {
      numbers: ['lua53-14g', 'lua-14g', 'kept'],
      escapes: 'dkjson',
      drop: ['none', 'lua-nils', 'nulls-items'],
      layout: 'dkjson',
    },
  ],
  ['body-json-compact', 'tcllib', { escapes: 'tcllib' }],
  [
    ['body-json-compact', 'body-trailing-newline'],
    'jq -c',
    { numbers: ['jq-1.6', 'kept'], escapes: ['raw-del', 'raw'], end: '\n' },
  ],

  [
    ['body-json-js', 'body-trailing-newline'],
    'JSON.stringify or a Go map, printed as a line',
    { numbers: ['js', 'go'], order: ['js', 'kept'], end: '\n' },
  ],
  [
    ['body-keys-sorted', 'body-trailing-newline'],
    'JSON.stringify or a Go map, printed as a line',
    { numbers: ['js', 'go'], order: 'sorted', escapes: ['raw', 'go', 'go-plain'], end: '\n' },
  ],
  [
    ['body-json-python', 'body-trailing-newline'],
    'Python print(json.dumps(…))',
    { numbers: ['python', 'kept'], layout: 'spaced', escapes: 'ascii', end: '\n' },
  ],
  [
    ['body-json-php', 'body-trailing-newline'],
    'PHP echo json_encode(…), PHP_EOL',
    { numbers: 'php', escapes: 'php', empties: ['php', 'kept'], end: '\n' },
  ],

  // Python
  [
    'body-json-spaced',
    'Python json.dumps(ensure_ascii=False)',
    { numbers: ['python', 'kept'], layout: 'spaced' },
  ],
  [
    'body-json-spaced',
    'one space after the comma or the colon',
    {
      numbers: ['kept', 'python', 'js', 'ruby'],
      layout: ['colon-spaced', 'comma-spaced', 'padded', 'spaced-colon'],
    },
  ],
  [
    'body-json-python',
    'Python json.dumps',
    { numbers: ['python', 'kept'], layout: 'spaced', escapes: 'ascii' },
  ],
  ['body-json-ascii', 'Python json.dumps with separators', { numbers: ['kept', 'python'], escapes: 'ascii' }],
  [
    'body-json-ascii',
    'JSON.stringify, then escaped; Ruby ascii_only; MiniJSON',
    {
      numbers: ['js', 'ruby', 'csharp-framework', 'csharp', 'newtonsoft'],
      escapes: ['ascii', 'ascii-del-raw'],
    },
  ],
  [
    'body-html-escaped',
    'JSON.stringify, then escaped for HTML',
    { numbers: ['js', 'kept'], escapes: ['go-1.22', 'html-only', 'less-than', 'serialize-javascript'] },
  ],
  [
    'body-pretty',
    'Python json.dumps(indent)',
    {
      numbers: ['python', 'kept'],
      layout: ['lines2', 'lines4', 'tabs', 'lines3', 'lines1', 'lines0', 'lines8'],
      escapes: ['ascii', 'raw'],
    },
  ],
  [
    'body-pretty',
    'Python json.dumps(indent, separators)',
    {
      numbers: ['python', 'kept'],
      layout: ['lines2-space', 'lines4-space', 'lines2-tight', 'lines2-colon', 'lines4-colon'],
      escapes: ['ascii', 'raw'],
    },
  ],
  [
    'body-pretty',
    'Python json.tool',
    {
      numbers: ['python', 'kept'],
      layout: 'lines4',
      escapes: ['ascii', 'raw'],
      order: ['kept', 'sorted'],
      end: '\n',
    },
  ],
  [
    'body-keys-sorted',
    'Python json.dumps(sort_keys=True) with separators',
    { numbers: ['kept', 'python'], order: 'sorted' },
  ],
  [
    ['body-keys-sorted', 'body-json-python'],
    'Python json.dumps(sort_keys=True)',
    { numbers: ['python', 'kept'], order: 'sorted', layout: 'spaced', escapes: 'ascii' },
  ],
  [
    ['body-keys-sorted', 'body-json-spaced'],
    'Python json.dumps(sort_keys=True, ensure_ascii=False)',
    { numbers: ['python', 'kept'], order: 'sorted', layout: 'spaced' },
  ],
  [
    ['body-keys-sorted', 'body-json-ascii'],
    'Python json.dumps(sort_keys=True) with separators',
    { numbers: ['python', 'kept'], order: 'sorted', escapes: 'ascii' },
  ],
  [
    ['body-keys-sorted', 'body-pretty'],
    'Python json.dumps(sort_keys=True, indent)',
    {
      numbers: ['python', 'kept'],
      order: 'sorted',
      layout: ['lines2', 'lines4', 'tabs'],
      escapes: ['ascii', 'raw'],
    },
  ],
  [
    'body-nulls-dropped',
    'PHP or Ruby without nulls',
    {
      numbers: ['php', 'ruby', 'php-zero'],
      drop: ['nulls', 'nulls-top'],
      escapes: ['raw', 'raw-separators'],
      empties: ['kept', 'php'],
    },
  ],
  [
    'body-nulls-dropped',
    'Python without None',
    { numbers: ['kept', 'python'], drop: ['nulls', 'nulls-top'] },
  ],
  [
    ['body-nulls-dropped', 'body-json-python'],
    'Python json.dumps without None',
    { numbers: ['python', 'kept'], drop: ['nulls', 'nulls-top'], layout: 'spaced', escapes: 'ascii' },
  ],

  // PHP
  [
    'body-json-php',
    'PHP json_encode',
    { numbers: ['php', 'php-17', 'kept', 'php-zero'], escapes: 'php', empties: ['php', 'kept', 'arrays'] },
  ],
  [
    'body-json-php',
    'PHP with serialize_precision=14',
    { numbers: 'php-14', escapes: 'php', empties: ['php', 'kept'] },
  ],
  [
    'body-json-php',
    'PHP with JSON_BIGINT_AS_STRING',
    { numbers: 'quoted-long', escapes: 'php', empties: ['php', 'kept'] },
  ],
  [
    'body-json-php',
    'PHP json_encode with JSON_HEX_ flags',
    {
      numbers: ['php', 'php-zero', 'kept'],
      escapes: [
        'php-hex',
        'php-hex-tag',
        'php-hex-tag-amp',
        'php-hex-apos',
        'php-hex-quot',
        'php-hex-no-quot',
        'php-hex-unicode',
        'php-hex-slashes',
        'php-hex-both',
        'php-hex-tag-apos',
        'php-hex-tag-quot',
        'php-hex-tag-apos-quot',
        'php-hex-tag-amp-quot',
        'php-hex-amp',
        'php-hex-amp-apos',
        'php-hex-amp-quot',
        'php-hex-amp-apos-quot',
        'php-hex-apos-quot',
      ],
      empties: ['php', 'kept'],
    },
    seldom,
  ],
  [
    'body-json-ascii',
    'PHP with JSON_UNESCAPED_SLASHES',
    { numbers: ['php', 'php-zero', 'kept', 'php-17'], escapes: 'ascii-del-raw', empties: ['kept', 'php'] },
  ],
  [
    'body-slashes-escaped',
    'PHP with JSON_UNESCAPED_UNICODE',
    {
      numbers: ['php', 'php-zero', 'kept', 'php-17'],
      escapes: ['slashes-separators', 'slashes'],
      empties: ['kept', 'php'],
    },
  ],
  [
    'body-empty-object-array',
    'PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE',
    { numbers: ['php', 'kept', 'php-zero'], escapes: ['raw-separators', 'raw'], empties: ['php', 'arrays'] },
  ],
  [
    'body-pretty',
    'PHP with JSON_PRETTY_PRINT',
    {
      numbers: ['php', 'kept', 'php-zero'],
      escapes: ['php', 'ascii-del-raw', 'slashes-separators', 'raw-separators', 'raw'],
      layout: 'lines4',
      empties: ['kept', 'php'],
    },
  ],
  [
    'body-floats-17g',
    'PHP with serialize_precision=17',
    {
      numbers: 'php-17',
      escapes: ['php', 'ascii-del-raw', 'slashes-separators', 'raw-separators'],
      empties: ['kept', 'php'],
    },
  ],
  [
    'body-keys-sorted-top',
    'PHP ksort',
    {
      numbers: ['kept', 'php'],
      order: ['ksort', 'sorted-top', 'krsort', 'sorted-top-folded'],
      escapes: ['raw', 'raw-separators'],
      empties: ['kept', 'php'],
    },
  ],
  [
    ['body-keys-sorted-top', 'body-json-php'],
    'PHP ksort and json_encode',
    { numbers: ['php', 'kept'], order: ['ksort', 'krsort'], escapes: 'php', empties: ['php', 'kept'] },
  ],
  [
    ['body-keys-sorted-top', 'body-json-ascii'],
    'PHP ksort and JSON_UNESCAPED_SLASHES',
    { numbers: ['php', 'kept'], order: 'ksort', escapes: 'ascii-del-raw', empties: ['php', 'kept'] },
  ],
  [
    ['body-keys-sorted-top', 'body-slashes-escaped'],
    'PHP ksort and JSON_UNESCAPED_UNICODE',
    { numbers: ['php', 'kept'], order: 'ksort', escapes: 'slashes-separators', empties: ['php', 'kept'] },
  ],
  [
    ['body-keys-sorted', 'body-json-php'],
    'PHP ksort at every level',
    { numbers: ['php', 'kept'], order: ['ksort-all', 'sorted'], escapes: 'php', empties: ['php', 'kept'] },
    seldom,
  ],
  [
    'body-keys-sorted',
    'PHP ksort at every level, unescaped',
    {
      numbers: ['php', 'kept'],
      order: ['ksort-all', 'sorted'],
      escapes: ['raw-separators', 'raw'],
      empties: ['kept', 'php'],
    },
  ],
  [
    'body-empties-dropped',
    'PHP array_filter',
    {
      numbers: ['kept', 'php'],
      drop: ['php-false-top', 'php-false', 'blanks-top', 'nulls-top', 'no-text-top'],
      escapes: ['raw', 'raw-separators'],
      empties: ['kept', 'php'],
    },
  ],
  [
    ['body-empties-dropped', 'body-json-php'],
    'PHP array_filter and json_encode',
    {
      numbers: 'php',
      drop: ['php-false-top', 'php-false', 'blanks-top'],
      escapes: 'php',
      empties: ['php', 'kept'],
    },
  ],
  [
    ['body-nulls-dropped', 'body-json-php'],
    'PHP without nulls',
    { numbers: 'php', drop: ['nulls', 'nulls-top'], escapes: 'php', empties: ['php', 'kept'] },
  ],

  // Slashes
  [
    'body-slashes-escaped',
    'only the slash',
    {
      numbers: ['kept', 'js', 'js-reals', 'jiffy', 'ruby', 'python'],
      escapes: ['slashes', 'slashes-separators'],
    },
  ],
  [
    'body-slashes-escaped',
    'lua-cjson',
    { numbers: ['lua-14g', 'lua53-14g', 'kept'], escapes: 'cjson', empties: ['kept', 'objects'] },
  ],
  ['body-slashes-escaped', 'Android org.json', { numbers: ['android', 'java'], escapes: 'slashes' }],
  [
    'body-slashes-escaped',
    'Apple JSONSerialization',
    { numbers: ['g17-reals', 'g17-all'], escapes: 'slashes' },
  ],
  [
    'body-slashes-escaped',
    'json-c',
    { numbers: ['kept', 'g17-reals'], escapes: 'slashes', layout: ['padded', 'spaced'] },
  ],
  ['body-json-php', 'ujson', { numbers: ['ujson', 'python'], escapes: 'php' }, seldom],
  [
    ['body-keys-sorted', 'body-slashes-escaped'],
    'Apple .sortedKeys',
    {
      numbers: ['kept', 'js-reals', 'g17-reals'],
      order: ['sorted', 'sorted-natural', 'sorted-utf16'],
      escapes: ['slashes', 'cjson'],
    },
  ],
  [
    ['body-slashes-escaped', 'body-pretty'],
    'Apple .prettyPrinted',
    { numbers: ['kept', 'js-reals', 'g17-reals'], escapes: 'slashes', layout: ['apple', 'lines2-colon'] },
  ],
  [
    'body-pretty',
    'Apple .prettyPrinted',
    {
      numbers: ['kept', 'js-reals', 'g17-reals'],
      escapes: ['slashes', 'raw'],
      layout: ['apple', 'lines2-colon'],
    },
  ],
  [
    'body-pretty',
    'Apple .prettyPrinted and .sortedKeys',
    {
      numbers: ['kept', 'js-reals', 'g17-reals'],
      escapes: ['slashes', 'raw'],
      layout: ['apple', 'lines2-colon'],
      order: ['sorted', 'sorted-natural'],
    },
  ],
  [
    'body-pretty',
    'Android org.json toString(2)',
    { numbers: ['android', 'kept'], escapes: 'slashes', layout: ['lines2', 'lines4'] },
  ],
  [
    ['body-empty-object-array', 'body-slashes-escaped'],
    'lua-cjson',
    { numbers: ['kept', 'lua-14g'], escapes: ['slashes', 'cjson'], empties: ['objects', 'arrays'] },
  ],

  // Go and Rails
  [
    'body-html-escaped',
    'Go json.Marshal of a struct',
    { numbers: ['kept', 'go-reals'], escapes: ['go', 'go-1.22'] },
  ],
  [
    'body-html-escaped',
    'Rails to_json',
    { numbers: ['ruby', 'kept', 'python', 'ruby-16'], escapes: ['go-1.22', 'html-only'] },
  ],
  [
    'body-html-escaped',
    'Newtonsoft.Json EscapeHtml',
    {
      numbers: ['kept', 'newtonsoft', 'newtonsoft-core'],
      escapes: ['newtonsoft-html', 'newtonsoft-html-no-quot'],
    },
    seldom,
  ],
  [
    'body-html-escaped',
    'JavaScriptSerializer',
    { numbers: ['kept', 'js-reals', 'csharp-framework', 'decimal'], escapes: 'javascript-serializer' },
    seldom,
  ],
  [
    'body-json-go-map',
    'Go map[string]any',
    { numbers: ['go', 'kept'], order: 'sorted', escapes: ['go', 'go-1.22'] },
  ],
  [
    ['body-html-escaped', 'body-trailing-newline'],
    'Go json.Encoder',
    { numbers: ['kept', 'go-reals'], escapes: ['go', 'go-1.22'], end: '\n' },
  ],
  [
    ['body-json-go-map', 'body-trailing-newline'],
    'Go json.Encoder of a map',
    { numbers: ['go', 'kept'], order: 'sorted', escapes: ['go', 'go-1.22'], end: '\n' },
  ],
  [
    ['body-keys-sorted', 'body-html-escaped'],
    'sorted, Go or Rails escapes',
    { numbers: ['kept', 'ruby', 'go-reals'], order: 'sorted', escapes: ['go', 'go-1.22', 'newtonsoft-html'] },
  ],
  [
    'body-keys-sorted',
    'Go map[string]any without HTML escapes',
    { numbers: ['go', 'kept'], order: 'sorted', escapes: ['go-plain', 'raw-separators', 'raw'] },
  ],
  [
    'body-pretty',
    'Go json.MarshalIndent',
    {
      numbers: ['kept', 'go-reals'],
      escapes: ['go', 'go-1.22', 'go-plain'],
      layout: ['lines2', 'lines4', 'tabs'],
    },
  ],
  [
    'body-pretty',
    'Go json.MarshalIndent of a map',
    {
      numbers: ['go', 'kept'],
      order: 'sorted',
      escapes: ['go', 'go-1.22', 'go-plain'],
      layout: ['lines2', 'lines4', 'tabs'],
    },
  ],
  [
    'body-nulls-dropped',
    'Go with omitempty pointers',
    { numbers: ['kept', 'go-reals'], drop: 'nulls', escapes: ['go', 'go-1.22'] },
  ],
  [
    'body-empties-dropped',
    'Go with omitempty',
    {
      numbers: ['kept', 'go-reals'],
      drop: ['zero-values', 'falsy', 'falsy-top', 'zero-values-top'],
      escapes: ['go', 'go-1.22', 'raw'],
    },
  ],
  [
    ['body-keys-sorted', 'body-json-ascii'],
    'jq -a -S',
    { numbers: 'jq-1.6', order: 'sorted', escapes: 'ascii' },
  ],

  // .NET
  ['body-json-stj', 'System.Text.Json', { numbers: ['kept', 'csharp', 'js-reals'], escapes: 'stj' }],
  [
    'body-json-stj',
    'System.Text.Json with UnsafeRelaxedJsonEscaping',
    { numbers: ['kept', 'csharp'], escapes: ['stj-relaxed', 'stj-relaxed-astral'] },
  ],
  [
    ['body-json-stj', 'body-pretty'],
    'System.Text.Json WriteIndented',
    { numbers: ['kept', 'csharp'], escapes: 'stj', layout: ['lines2', 'lines2-crlf'] },
  ],
  [
    'body-pretty',
    'System.Text.Json WriteIndented',
    { numbers: ['kept', 'csharp'], escapes: ['stj', 'stj-relaxed'], layout: ['lines2', 'lines2-crlf'] },
  ],
  [
    'body-pretty',
    'Newtonsoft.Json Formatting.Indented',
    {
      numbers: ['newtonsoft', 'newtonsoft-core', 'kept'],
      escapes: ['newtonsoft', 'newtonsoft-html', 'raw'],
      layout: ['lines2', 'lines2-crlf'],
    },
  ],
  [
    'body-json-ascii',
    'Newtonsoft.Json EscapeNonAscii',
    { numbers: ['newtonsoft', 'newtonsoft-core'], escapes: ['newtonsoft-ascii', 'ascii-del-raw'] },
  ],
  [
    'body-nulls-dropped',
    'System.Text.Json WhenWritingNull',
    { numbers: ['kept', 'csharp'], drop: ['nulls', 'nulls-top'], escapes: 'stj' },
  ],
  [
    ['body-nulls-dropped', 'body-json-stj'],
    'System.Text.Json WhenWritingNull',
    { numbers: ['kept', 'csharp'], drop: ['nulls', 'nulls-top'], escapes: 'stj' },
  ],
  [
    'body-nulls-dropped',
    'Newtonsoft.Json NullValueHandling.Ignore',
    {
      numbers: ['newtonsoft', 'newtonsoft-core', 'js-reals'],
      drop: ['nulls', 'nulls-top'],
      escapes: ['newtonsoft', 'raw'],
    },
  ],
  [
    ['body-keys-sorted', 'body-json-stj'],
    'System.Text.Json of a sorted dictionary',
    { order: ['sorted', 'sorted-utf16', 'sorted-folded'], escapes: 'stj' },
  ],
  [
    'body-json-ascii',
    'upper-case \\uXXXX',
    {
      numbers: ['kept', 'jiffy', 'erlang', 'java', 'java17', 'newtonsoft', 'js'],
      escapes: ['ascii-upper', 'ascii-upper-del-raw'],
    },
  ],

  // Java
  [
    'body-json-gson',
    'Gson',
    { numbers: ['kept', 'java', 'java17', 'long-or-double'], escapes: 'gson', drop: ['none', 'nulls'] },
  ],
  [
    ['body-json-gson', 'body-pretty'],
    'Gson setPrettyPrinting',
    { numbers: ['kept', 'java'], escapes: 'gson', drop: ['none', 'nulls'], layout: 'lines2' },
  ],
  [
    'body-pretty',
    'Gson setPrettyPrinting',
    {
      numbers: ['kept', 'java'],
      escapes: ['gson', 'raw-separators', 'raw'],
      drop: ['none', 'nulls'],
      layout: 'lines2',
    },
  ],
  ['body-json-compact', 'Gson disableHtmlEscaping', { escapes: 'raw-separators' }],
  [
    'body-nulls-dropped',
    'Gson disableHtmlEscaping',
    { escapes: ['raw-separators', 'raw'], drop: ['nulls', 'nulls-top', 'nulls-items'] },
  ],
  [
    'body-nulls-dropped',
    'Jackson NON_NULL',
    {
      numbers: ['java', 'java17', 'ruby', 'rust', 'nlohmann', 'kept'],
      drop: 'nulls',
      escapes: ['raw-upper', 'raw', 'raw-astral-upper'],
    },
  ],
  [
    'body-ints-to-floats',
    'Gson to a Map',
    {
      numbers: ['java-all', 'java17-all'],
      escapes: ['gson', 'raw', 'raw-separators'],
      drop: ['none', 'nulls'],
      order: ['kept', 'sorted-utf16'],
    },
  ],
  [
    'body-empties-dropped',
    'Jackson NON_EMPTY',
    {
      numbers: ['kept', 'java', 'java17', 'python'],
      drop: [
        'empties',
        'empties-upward',
        'blanks',
        'blanks-only',
        'blanks-only-top',
        'nulls-containers',
        'nulls-arrays',
        'containers-only',
        'empties-top',
        'blanks-top',
        'falsy',
        'falsy-top',
        'falsy-upward',
        'zero-values',
        'zero-values-top',
        'js-false',
        'js-false-top',
        'empty-items',
        'no-text-top',
      ],
    },
  ],
  [
    'body-empties-dropped',
    'Rails compact_blank',
    {
      numbers: ['ruby', 'kept'],
      drop: [
        'rails-blank-top',
        'rails-blank',
        'rails-blank-upward',
        'ruby-false-top',
        'blanks-top',
        'empties-top',
      ],
      escapes: ['raw', 'go-1.22'],
    },
  ],
  [
    ['body-empties-dropped', 'body-html-escaped'],
    'Rails compact_blank and to_json',
    { numbers: ['ruby', 'kept'], drop: ['rails-blank-top', 'blanks-top', 'empties-top'], escapes: 'go-1.22' },
  ],
  [
    ['body-nulls-dropped', 'body-html-escaped'],
    'Rails compact and to_json',
    { numbers: ['ruby', 'kept'], drop: ['nulls-top', 'nulls'], escapes: 'go-1.22' },
  ],
  [
    ['body-empties-dropped', 'body-json-python'],
    'Python without empty members and json.dumps',
    {
      numbers: ['python', 'kept'],
      drop: ['falsy-top', 'falsy', 'blanks', 'blanks-top', 'empties', 'empties-top'],
      layout: 'spaced',
      escapes: 'ascii',
    },
  ],
  [
    ['body-keys-sorted', 'body-nulls-dropped', 'body-json-python'],
    'Python json.dumps(sort_keys=True) without None',
    {
      numbers: ['python', 'kept'],
      order: 'sorted',
      drop: ['nulls', 'nulls-top'],
      layout: 'spaced',
      escapes: 'ascii',
    },
  ],
  [
    'body-pretty',
    'Jackson DefaultPrettyPrinter',
    {
      numbers: ['kept', 'java', 'java17'],
      escapes: ['raw-upper', 'raw'],
      layout: ['jackson', 'jackson-crlf', 'jackson-lines', 'jackson4', 'jackson-tight'],
    },
  ],
  [
    'body-pretty',
    'Jackson DefaultPrettyPrinter to bytes',
    {
      numbers: ['kept', 'java', 'java17'],
      escapes: ['raw-astral-upper', 'ascii-upper-del-raw'],
      layout: 'jackson',
    },
  ],
  [
    'body-pretty',
    'Jackson DefaultPrettyPrinter, sorted',
    {
      numbers: ['kept', 'java', 'java17'],
      escapes: ['raw-upper', 'raw'],
      order: ['sorted-utf16'],
      layout: ['jackson', 'jackson-crlf'],
    },
  ],
  [
    'body-keys-sorted',
    'Jackson ORDER_MAP_ENTRIES_BY_KEYS',
    {
      numbers: ['java', 'java17', 'kept'],
      order: ['sorted-utf16', 'sorted'],
      escapes: ['raw-upper', 'raw', 'raw-astral-upper'],
    },
  ],
  [
    ['body-keys-sorted', 'body-json-gson'],
    'Gson of a TreeMap',
    { escapes: 'gson', order: ['sorted-utf16'], drop: ['none', 'nulls'] },
  ],

  // C++, Rust and game engines
  [
    'body-keys-sorted',
    'sorted by bytes',
    { order: ['sorted', 'sorted-utf16', 'sorted-folded', 'sorted-natural'] },
  ],
  ['body-keys-sorted', 'nlohmann::json', { numbers: 'nlohmann', order: 'sorted' }],
  ['body-keys-sorted', 'serde_json', { numbers: ['rust', 'rust-roundtrip', 'orjson'], order: 'sorted' }],
  [
    'body-keys-sorted',
    'Ruby, sorted',
    {
      numbers: ['ruby', 'newtonsoft', 'newtonsoft-core', 'csharp', 'js-reals'],
      order: ['sorted', 'sorted-utf16'],
    },
  ],
  [
    'body-keys-sorted',
    'Perl or jq -S',
    {
      numbers: ['perl', 'perl-pp', 'cpanel', 'jq-1.6', 'kept'],
      order: 'sorted',
      escapes: ['raw', 'raw-del'],
    },
  ],
  [
    ['body-keys-sorted', 'body-json-spaced'],
    'Perl canonical, spaced',
    {
      numbers: ['perl-pp', 'perl', 'kept', 'js'],
      order: 'sorted',
      layout: ['colon-spaced', 'colon-both', 'spaced'],
      escapes: ['raw', 'raw-del'],
    },
  ],
  [
    ['body-keys-sorted', 'body-numbers-as-strings'],
    'sorted, every number as text',
    { numbers: ['quoted-numbers', 'quoted-js', 'quoted-python', 'quoted'], order: ['sorted', 'sorted-top'] },
  ],
  [
    'body-keys-sorted-top',
    'jiffy, sorted pairs',
    { numbers: ['jiffy', 'erlang'], order: 'sorted-top', escapes: ['raw', 'raw-upper'] },
  ],
  [
    ['body-keys-sorted', 'body-trailing-newline'],
    'jq -cS',
    { numbers: ['jq-1.6', 'kept'], order: 'sorted', escapes: ['raw-del', 'raw'], end: '\n' },
  ],
  [
    'body-keys-sorted',
    'Godot JSON.stringify',
    { numbers: ['godot-before-4.4', 'js-reals'], order: 'sorted' },
  ],
  [
    'body-keys-sorted',
    'jiffy over a map',
    { numbers: ['jiffy', 'kept', 'erlang'], order: 'reverse-sorted', escapes: ['raw', 'raw-upper'] },
  ],
  [
    'body-keys-sorted',
    'by length first, as PostgreSQL jsonb',
    { order: 'sorted-lengths', layout: ['spaced', 'compact'] },
  ],
  ['body-keys-sorted', 'in reverse', { order: 'reversed' }],
  [
    'body-ints-to-floats',
    'Godot 4.4 and later',
    { numbers: ['godot', 'godot-full'], order: ['kept', 'sorted'] },
  ],
  [
    ['body-keys-sorted', 'body-ints-to-floats'],
    'Godot 4.4 and later, JSON.stringify',
    { numbers: ['godot', 'godot-full'], order: 'sorted' },
  ],
  [
    'body-ints-to-floats',
    'every number a float',
    { numbers: ['python-floats', 'lua53-14g'], layout: ['compact', 'spaced'], escapes: ['raw', 'ascii'] },
  ],
  [
    'body-pretty',
    'nlohmann dump(2) or dump(4)',
    { numbers: ['nlohmann', 'kept'], order: 'sorted', layout: ['lines2', 'lines4', 'tabs'] },
  ],
  [
    'body-pretty',
    'nlohmann::ordered_json or RapidJSON',
    { numbers: ['nlohmann', 'rapidjson'], layout: ['lines2', 'lines4', 'tabs'] },
  ],
  ['body-pretty', 'serde_json to_string_pretty', { numbers: ['rust', 'kept'], layout: 'lines2' }],
  [
    'body-pretty',
    'serde_json to_string_pretty, sorted',
    { numbers: ['rust', 'kept'], order: 'sorted', layout: 'lines2' },
  ],
  [
    'body-pretty',
    'Godot JSON.stringify with an indent',
    {
      numbers: ['godot', 'godot-before-4.4'],
      order: ['sorted', 'kept'],
      layout: ['tabs', 'lines2', 'lines4'],
    },
  ],
  [
    'body-floats-17g',
    '%.17g',
    { numbers: ['g17-reals', 'g17-all', 'jansson', 'jsoncpp', 'cjson'], order: ['kept', 'sorted'] },
  ],
  [
    ['body-floats-17g', 'body-json-spaced'],
    '%.17g with spaces, as Jansson',
    { numbers: ['g17-reals', 'jansson'], layout: 'spaced', escapes: ['raw', 'raw-upper'] },
  ],
  [
    ['body-floats-17g', 'body-pretty'],
    '%.17g with an indent',
    {
      numbers: ['g17-reals', 'g17-all', 'jansson', 'jsoncpp', 'cjson'],
      order: ['kept', 'sorted'],
      layout: ['tabs', 'lines2', 'lines4', 'lines3-colon', 'tabs-colon', 'apple', 'lines2-colon', 'cjson'],
      end: ['', '\n'],
    },
  ],
  [
    ['body-floats-17g', 'body-keys-sorted', 'body-json-ascii'],
    'JsonCpp',
    { numbers: 'jsoncpp', order: 'sorted', escapes: 'ascii-del-raw', end: ['', '\n'] },
  ],
  [
    ['body-floats-17g', 'body-slashes-escaped'],
    'Apple JSONSerialization',
    { numbers: ['g17-reals', 'g17-all'], escapes: 'slashes' },
  ],
  [
    ['body-floats-17g', 'body-json-php'],
    'PHP with serialize_precision=17',
    { numbers: 'php-17', escapes: 'php', empties: ['kept', 'php'] },
  ],
  [
    ['body-floats-17g', 'body-pretty'],
    'PHP with serialize_precision=17 and JSON_PRETTY_PRINT',
    { numbers: 'php-17', escapes: ['php', 'raw-separators'], layout: 'lines4', empties: ['kept', 'php'] },
  ],
  [
    ['body-floats-17g', 'body-trailing-newline'],
    '%.17g and a line end',
    { numbers: ['g17-reals', 'jsoncpp'], order: ['kept', 'sorted'], end: '\n' },
  ],
  [
    'body-floats-float32',
    'a float field',
    {
      numbers: [
        'float32-js',
        'float32-python',
        'float32-17g',
        'float32-9g',
        'float32-short',
        'float32-short-point',
        'float32-all',
      ],
    },
  ],
  [
    'body-json-unreal',
    'Unreal TJsonWriter',
    { numbers: ['g17-all', 'g17-reals', 'kept'], layout: ['unreal', 'unreal-crlf'] },
  ],
  [
    'body-numbers-as-strings',
    'boost::property_tree',
    { numbers: 'quoted', escapes: ['slashes', 'raw'], empties: ['strings', 'kept'], end: ['', '\n'] },
  ],
  [
    'body-numbers-as-strings',
    'boost::property_tree, pretty',
    { numbers: 'quoted', escapes: 'slashes-upper', empties: 'strings', layout: 'boost', end: ['', '\n'] },
  ],
  [
    'body-pretty',
    'boost::property_tree',
    { numbers: 'quoted', escapes: 'slashes-upper', empties: 'strings', layout: 'boost', end: ['', '\n'] },
  ],

  // Shell, Ruby, Perl, Tcl, Lua, Erlang
  ['body-json-ascii', 'jq -a', { numbers: 'jq-1.6', escapes: 'ascii' }],
  [
    ['body-json-ascii', 'body-trailing-newline'],
    'jq -ac',
    { numbers: ['jq-1.6', 'kept'], escapes: 'ascii', end: '\n' },
  ],
  [
    'body-pretty',
    'jq',
    {
      numbers: ['jq-1.6', 'kept'],
      order: ['kept', 'sorted'],
      escapes: ['raw-del', 'raw', 'ascii'],
      layout: ['lines2', 'tabs', 'lines4', 'lines1', 'lines3'],
      end: ['\n', ''],
    },
  ],
  [
    'body-pretty',
    'Ruby JSON.pretty_generate',
    { numbers: ['ruby', 'kept'], layout: ['ruby', 'ruby-objects', 'lines2'], escapes: ['raw', 'raw-del'] },
  ],
  [
    'body-pretty',
    'Ruby JSON.pretty_generate with an indent or as a line',
    { numbers: ['ruby', 'kept'], layout: ['ruby', 'ruby4', 'ruby-tabs'], end: ['', '\n'] },
  ],
  [
    ['body-keys-sorted', 'body-pretty'],
    'Ruby JSON.pretty_generate, sorted',
    { numbers: ['ruby', 'kept'], order: 'sorted', layout: 'ruby' },
  ],
  [
    'body-pretty',
    'Qt QJsonDocument::toJson',
    { numbers: ['js', 'js-reals'], order: ['sorted', 'kept'], layout: ['qt', 'lines4'], end: '\n' },
  ],
  ['body-pretty', 'Dart JsonEncoder.withIndent', { numbers: 'jiffy', layout: ['lines2', 'lines4', 'tabs'] }],
  [
    'body-pretty',
    'Newtonsoft.Json Indentation',
    {
      numbers: ['newtonsoft', 'newtonsoft-core', 'kept'],
      escapes: ['newtonsoft', 'raw'],
      layout: ['lines1', 'lines4', 'tabs'],
    },
  ],
  [
    ['body-keys-sorted', 'body-pretty'],
    'Newtonsoft.Json, sorted and indented',
    {
      numbers: ['newtonsoft', 'newtonsoft-core'],
      order: ['sorted', 'sorted-utf16'],
      escapes: ['newtonsoft', 'raw'],
      layout: ['lines2', 'lines2-crlf'],
    },
  ],
  [
    ['body-ints-to-floats', 'body-pretty'],
    'Gson to a Map, setPrettyPrinting',
    {
      numbers: ['java-all', 'java17-all'],
      escapes: ['gson', 'raw-separators'],
      drop: ['none', 'nulls'],
      layout: 'lines2',
    },
  ],
  [
    'body-pretty',
    'Perl JSON::PP pretty',
    {
      numbers: ['perl', 'perl-pp', 'cpanel', 'kept', 'js-reals'],
      order: ['kept', 'sorted'],
      layout: ['lines3-colon', 'lines3', 'lines2'],
      escapes: ['raw', 'raw-del', 'ascii-del-raw'],
      end: ['\n', ''],
    },
  ],
  [
    'body-pretty',
    'tcllib json::write',
    { order: ['kept', 'sorted'], layout: ['tcllib', 'lines4-colon'], escapes: ['tcllib', 'raw'] },
  ],
  [
    'body-pretty',
    'jiffy pretty',
    {
      numbers: ['jiffy', 'kept', 'erlang'],
      order: ['kept', 'reverse-sorted'],
      layout: ['jiffy', 'jiffy-objects'],
      escapes: ['raw', 'raw-upper'],
    },
  ],
  [
    'body-pretty',
    'Jason pretty',
    { numbers: ['kept', 'erlang'], layout: 'lines2', escapes: ['raw', 'raw-upper'] },
  ],
  [
    'body-pretty',
    'JsonCpp',
    {
      numbers: ['kept', 'jsoncpp'],
      order: ['sorted', 'kept'],
      layout: ['lines3-colon', 'tabs-colon'],
      escapes: ['raw', 'ascii-del-raw'],
      end: ['', '\n'],
    },
  ],
  ['body-pretty', 'cJSON_Print', { numbers: ['kept', 'cjson'], layout: 'cjson' }],
  ['body-json-compact', 'cJSON_PrintUnformatted', { numbers: 'cjson' }],
  ['body-json-compact', 'Jansson', { numbers: 'jansson', escapes: 'raw-upper' }],
  ['body-json-spaced', 'Jansson', { numbers: ['jansson', 'kept'], layout: 'spaced', escapes: 'raw-upper' }],
  ['body-keys-sorted', 'Jansson', { numbers: 'jansson', order: 'sorted', escapes: 'raw-upper' }],
  ['body-pretty', 'json-c', { escapes: ['slashes', 'raw'], layout: 'json-c' }],
  [
    ['body-keys-sorted', 'body-json-ascii'],
    'JsonCpp',
    { numbers: 'jsoncpp', order: 'sorted', escapes: 'ascii-del-raw' },
  ],
  [
    ['body-keys-sorted', 'body-trailing-newline'],
    'JsonCpp FastWriter',
    { numbers: 'jsoncpp', order: 'sorted', escapes: ['ascii-del-raw', 'raw'], end: '\n' },
  ],
  [
    'body-keys-sorted',
    'java.util.HashMap',
    {
      numbers: ['kept', 'java', 'java17'],
      order: 'java-hash-map',
      escapes: ['raw', 'gson'],
      drop: ['none', 'nulls'],
    },
  ],
  [
    ['body-slashes-escaped', 'body-trailing-newline'],
    'boost::property_tree',
    { escapes: 'slashes-upper', empties: ['kept', 'strings'], end: '\n' },
  ],
  [
    ['body-slashes-escaped', 'body-pretty'],
    'boost::property_tree',
    { escapes: 'slashes-upper', empties: ['kept', 'strings'], layout: 'lines4', end: ['\n', ''] },
  ],
  [
    'body-pretty',
    'number text kept',
    {
      layout: [
        'lines2',
        'lines3',
        'lines4',
        'tabs',
        'lines2-crlf',
        'lines4-crlf',
        'tabs-crlf',
        'lines1',
        'lines0',
        'lines8',
        'lines2-tight',
      ],
      end: ['', '\n'],
    },
  ],
  [
    'body-json-spaced',
    'Ruby, Perl or Lua with spaces',
    { numbers: ['ruby', 'lua53-14g', 'g15-reals', 'nlohmann'], layout: 'spaced' },
  ],

  // Members
  [
    'body-keys-sorted-top',
    'top level sorted',
    {
      order: ['sorted-top', 'sorted-top-utf16'],
      numbers: ['kept', 'python', 'ruby', 'java', 'java17', 'newtonsoft'],
    },
  ],
  [
    ['body-keys-sorted-top', 'body-html-escaped'],
    'Rails sort.to_h and to_json',
    { order: 'sorted-top', numbers: ['ruby', 'kept'], escapes: 'go-1.22' },
  ],
  ['body-keys-sorted', 'Jason', { numbers: 'erlang', order: 'sorted', escapes: ['raw', 'raw-upper'] }],
  [
    ['body-keys-sorted-top', 'body-json-python'],
    'Python dict(sorted(…)) and json.dumps',
    { order: 'sorted-top', numbers: ['python', 'kept'], layout: 'spaced', escapes: 'ascii' },
  ],
  ['body-nulls-dropped', 'null members removed', { drop: ['nulls', 'nulls-top', 'nulls-items'] }],
  [
    ['body-keys-sorted', 'body-nulls-dropped'],
    'sorted without nulls',
    { numbers: ['kept', 'js', 'python'], order: 'sorted', drop: ['nulls', 'nulls-top'] },
  ],
  [
    ['body-keys-sorted', 'body-empties-dropped'],
    'sorted without empty members',
    {
      numbers: ['kept', 'js', 'python'],
      order: ['sorted', 'sorted-top'],
      drop: ['blanks', 'empties', 'blanks-top', 'empties-top'],
    },
  ],
  [
    ['body-keys-sorted', 'body-pretty'],
    'JSON.stringify with sorted keys and an indent',
    { numbers: 'js', order: ['sorted-js', 'sorted-utf16'], layout: ['lines2', 'lines4', 'tabs'] },
  ],
  [
    ['body-floats-17g', 'body-keys-sorted-top'],
    'PHP ksort with serialize_precision=17',
    { numbers: 'php-17', order: 'ksort', escapes: ['raw-separators', 'php'], empties: ['kept', 'php'] },
  ],
  [
    ['body-keys-sorted', 'body-pretty'],
    'sorted, with an indent',
    { numbers: ['kept', 'js'], order: 'sorted', layout: ['lines2', 'lines4', 'tabs'] },
  ],
  [
    'body-empty-object-array',
    '{} as [] or the reverse',
    { numbers: ['kept', 'python'], empties: ['arrays', 'objects', 'php', 'nulls'] },
  ],
  ['body-numbers-as-strings', 'all scalars quoted', { numbers: 'quoted', empties: ['kept', 'strings'] }],
  [
    'body-numbers-as-strings',
    'Jackson WRITE_NUMBERS_AS_STRINGS',
    {
      numbers: ['quoted-numbers', 'quoted-java', 'quoted-java17'],
      escapes: ['raw', 'raw-upper', 'raw-astral-upper'],
    },
  ],
  [
    'body-numbers-as-strings',
    'every number as text',
    {
      numbers: [
        'quoted-numbers',
        'quoted-js',
        'quoted-js-reals',
        'quoted-python',
        'quoted-reals',
        'quoted-long',
      ],
      escapes: ['raw', 'ascii', 'php', 'go', 'stj'],
    },
  ],
  [
    'body-numbers-as-strings',
    'every number as text, spaced',
    {
      numbers: ['quoted-numbers', 'quoted-python', 'quoted-reals'],
      layout: 'spaced',
      escapes: ['ascii', 'raw'],
    },
  ],
  [
    'body-keys-recased',
    'names in another case',
    {
      numbers: ['kept', 'js', 'csharp', 'java', 'python', 'ruby', 'php', 'rust', 'go-reals'],
      names: everyNaming,
      escapes: ['raw', 'newtonsoft'],
    },
  ],
  ['body-keys-recased', 'JavaScript with other names', { numbers: 'js', order: 'js', names: everyNaming }],
  [
    ['body-keys-recased', 'body-json-stj'],
    'System.Text.Json with another naming policy',
    {
      names: ['capital', 'pascal', 'camel-dotnet', 'lower-first', 'camel', 'snake', 'kebab', 'snake-case'],
      escapes: 'stj',
    },
  ],
  [
    ['body-keys-recased', 'body-json-python'],
    'Python json.dumps of renamed members',
    { numbers: ['python', 'kept'], names: everyNaming, layout: 'spaced', escapes: 'ascii' },
  ],
  [
    ['body-keys-recased', 'body-json-spaced'],
    'Python json.dumps(ensure_ascii=False) of renamed members',
    { numbers: ['python', 'kept'], names: everyNaming, layout: 'spaced' },
  ],
  [
    ['body-keys-recased', 'body-html-escaped'],
    'Rails or Go with other names',
    {
      numbers: ['ruby', 'kept', 'go-reals'],
      names: ['capital', 'pascal', 'camel', 'snake', 'camel-rails', 'pascal-rails', 'camel-underscore'],
      escapes: ['go-1.22', 'go'],
    },
  ],
  [
    ['body-keys-recased', 'body-json-php'],
    'PHP json_encode of renamed members',
    {
      numbers: 'php',
      names: ['camel', 'snake', 'pascal', 'camel-underscore', 'snake-capital', 'snake-case', 'capital'],
      escapes: 'php',
      empties: ['php', 'kept'],
    },
  ],
  [
    ['body-keys-recased', 'body-pretty'],
    'another naming policy, with an indent',
    {
      numbers: ['kept', 'js', 'newtonsoft'],
      names: ['capital', 'pascal', 'camel', 'camel-dotnet', 'snake', 'camel-underscore'],
      layout: ['lines2', 'lines4', 'lines2-crlf'],
    },
  ],
  [
    ['body-keys-recased', 'body-nulls-dropped'],
    'another naming policy, nulls left out',
    {
      names: ['capital', 'pascal', 'camel-dotnet', 'camel', 'snake', 'camel-underscore', 'snake-case'],
      drop: 'nulls',
      escapes: ['raw', 'stj', 'gson'],
    },
  ],
];

const asList = <T>(choice: T | readonly T[] | undefined, otherwise: T): readonly T[] =>
  choice === undefined ? [otherwise] : Array.isArray(choice) ? (choice as readonly T[]) : [choice as T];

const combinations = (choices: Choices): Settings[] =>
  (Object.keys(plain) as (keyof Settings)[]).reduce<Settings[]>(
    (made, key) =>
      asList<Settings[typeof key]>(choices[key], plain[key]).flatMap((choice) =>
        made.map((settings) => ({ ...settings, [key]: choice })),
      ),
    [plain],
  );

/** Two settings that print alike are told apart by their words only. */
export const encoders: readonly Encoder[] = rows.flatMap(([causes, as, choices, rarity = 0]) =>
  combinations(choices).map((settings) => ({
    causes: typeof causes === 'string' ? [causes] : causes,
    as,
    settings,
    rarity,
  })),
);

export const costOf = (causes: readonly SerialiserCause[]): number =>
  causes.reduce((cost, cause) => cost + causeCosts[cause], 0);
