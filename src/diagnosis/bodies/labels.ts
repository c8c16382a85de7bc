/** Encoders known by name, as combinations of values: the search starts from them, and a finding names a print by them. */
import type { Settings } from './settings.js';

export interface Label {
  readonly as: string;
  readonly cost: number;
  readonly settings: Partial<Settings>;
  /** One of a family is named. */
  readonly family: string;
}

type Row = readonly [as: string, cost: number, settings: Partial<Settings>, family?: string];

const rows: readonly Row[] = [
  ['number text is kept as it was written', 0, {}],
  ['JSON.stringify', 0.5, { numbers: 'js', order: 'js' }],
  ['Python json.dumps', 0.5, { numbers: 'python', layout: 'spaced', escapes: 'ascii' }],
  ['PHP json_encode', 0.6, { numbers: 'php', escapes: 'php', empties: 'php' }, 'php'],
  ['Go map[string]any', 0.7, { numbers: 'go', order: 'sorted', escapes: 'go' }, 'go'],
  ['Go json.Marshal of a struct', 0.7, { escapes: 'go' }, 'go'],
  ['Rails to_json', 0.8, { numbers: 'ruby', escapes: 'go-1.22' }],
  [
    'System.Text.Json; for ASCII also PHP with JSON_HEX_TAG, _AMP, _APOS and _QUOT',
    0.7,
    { escapes: 'stj' },
    'stj',
  ],
  ['Gson', 0.8, { escapes: 'gson', drop: 'nulls' }, 'gson'],
  ['Gson to a Map', 1, { numbers: 'java17-all', escapes: 'gson', drop: 'nulls' }, 'gson'],
  ['Newtonsoft.Json', 0.8, { numbers: 'newtonsoft', escapes: 'newtonsoft' }, 'newtonsoft'],
  ['Jackson', 0.8, { numbers: 'java17', escapes: 'raw-upper' }, 'jackson'],
  ['Jackson writeValueAsBytes', 0.9, { numbers: 'java17', escapes: 'raw-astral-upper' }, 'jackson'],
  ['Ruby JSON.generate', 0.8, { numbers: 'ruby' }],
  [
    'PHP with JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE',
    0.8,
    { numbers: 'php', escapes: 'raw-separators', empties: 'php' },
    'php',
  ],
  [
    'PHP with JSON_PRETTY_PRINT',
    1,
    { numbers: 'php', escapes: 'php', empties: 'php', layout: 'lines4' },
    'php',
  ],
  ['Unreal TJsonWriter', 1, { numbers: 'g17-all', layout: 'unreal-tab-crlf' }],
  ['Godot JSON.stringify', 1, { numbers: 'godot', order: 'sorted' }],
  ['nlohmann::json', 1, { numbers: 'nlohmann', order: 'sorted' }],
  ['serde_json', 1, { numbers: 'rust', order: 'sorted' }],
  ['jq', 1, { numbers: 'jq-1.6', escapes: 'raw-del', layout: 'lines2', end: '\n' }],
  ['lua-cjson', 1, { numbers: 'lua-14g', escapes: 'cjson', empties: 'objects' }],
  ['dkjson', 1, { numbers: 'lua-14g', escapes: 'dkjson', drop: 'lua-nils' }],
  ['Apple JSONSerialization', 1, { numbers: 'g17-reals', escapes: 'slashes' }],
  ['Android org.json', 1, { numbers: 'android', escapes: 'slashes' }],
  [
    'Jackson DefaultPrettyPrinter',
    1,
    { numbers: 'java17', escapes: 'raw-upper', layout: 'jackson2' },
    'jackson',
  ],
  [
    'Newtonsoft.Json Indented',
    1,
    { numbers: 'newtonsoft', escapes: 'newtonsoft', layout: 'lines2-crlf' },
    'newtonsoft',
  ],
  ['Gson setPrettyPrinting', 1, { escapes: 'gson', drop: 'nulls', layout: 'lines2' }, 'gson'],
  ['System.Text.Json WriteIndented', 1, { escapes: 'stj', layout: 'lines2' }, 'stj'],
  [
    'Windows PowerShell ConvertTo-Json',
    1.5,
    { escapes: 'javascript-serializer', layout: 'powershell4-crlf' },
  ],
  ['JavaScriptSerializer', 1.5, { numbers: 'csharp-framework', escapes: 'javascript-serializer' }],
  [
    'boost::property_tree',
    1.5,
    {
      numbers: 'quoted',
      escapes: { nonAscii: 'raw', slash: true, ascii: 'none', controls: 'upper', hidden: 'raw' },
      empties: 'strings',
      end: '\n',
    },
  ],
  ['JsonCpp', 1.5, { numbers: 'jsoncpp', order: 'sorted', escapes: 'ascii-del-raw', end: '\n' }],
  ['Jansson', 1.5, { numbers: 'jansson', layout: 'spaced', escapes: 'raw-upper' }],
  ['json-c', 1.5, { escapes: 'slashes', layout: 'padded' }],
  ['Perl JSON::PP pretty', 1.5, { numbers: 'perl-pp', order: 'sorted', layout: 'lines-colon3', end: '\n' }],
  ['jiffy', 1.5, { numbers: 'jiffy', order: 'reverse-sorted' }],
  ['Qt QJsonDocument', 1.5, { numbers: 'js', order: 'sorted', layout: 'qt4', end: '\n' }],
  ['ujson', 1.5, { numbers: 'ujson', escapes: 'php' }],
];

const labelled = ([as, cost, settings, family = as]: Row): Label => ({ as, cost, settings, family });

export const labels: readonly Label[] = rows.map(labelled);

const phpHex = { nonAscii: 'lower', slash: true, controls: 'letters', hidden: 'del' } as const;

/** They name a print, but the search does not start from them. */
export const rareLabels: readonly Label[] = (
  [
    [
      'PHP with JSON_HEX_TAG and JSON_HEX_AMP',
      2.5,
      { numbers: 'php', empties: 'php', escapes: { ...phpHex, ascii: 'php-tag-amp' } },
      'php',
    ],
    [
      'PHP with all four JSON_HEX_ options',
      2.5,
      { numbers: 'php', empties: 'php', escapes: { ...phpHex, ascii: 'php-tag-amp-apos-quot' } },
      'php',
    ],
    [
      'PHP with JSON_HEX_TAG, JSON_HEX_AMP, JSON_UNESCAPED_SLASHES and JSON_UNESCAPED_UNICODE',
      2.5,
      {
        numbers: 'php',
        empties: 'php',
        escapes: { ...phpHex, nonAscii: 'raw', slash: false, hidden: 'separators', ascii: 'php-tag-amp' },
      },
      'php',
    ],
    ['Jackson with ESCAPE_NON_ASCII', 2.5, { numbers: 'java17', escapes: 'ascii-upper-del-raw' }],
  ] satisfies Row[]
).map(labelled);
