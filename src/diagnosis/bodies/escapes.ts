/** How an encoder writes the characters of a string, in parts that vary independently. */
export interface Escapes {
  /** Characters above U+007F as \uXXXX, in lower or upper case; `astral`: only those above U+FFFF. */
  readonly nonAscii: 'raw' | 'lower' | 'upper' | 'astral';
  /** Escaped as `\/`. */
  readonly slash: boolean;
  /** Which printable characters of ASCII are written as \uXXXX. */
  readonly ascii: AsciiName;
  readonly controls: ControlsName;
  /** Which invisible characters are written as \uXXXX. */
  readonly hidden: HiddenName;
}

type Digits = 'lower' | 'upper';

type CharacterSet = readonly [characters: string, digits: Digits];

/** Every mixture of PHP's JSON_HEX_TAG, _AMP, _APOS and _QUOT. */
type PhpSet = `php${'' | '-tag'}${'' | '-amp'}${'' | '-apos'}${'' | '-quot'}`;
const phpFlags = Object.entries({ tag: '<>', amp: '&', apos: "'", quot: '"' });
const phpSets = Object.fromEntries(
  Array.from({ length: 2 ** phpFlags.length }, (_, bits): [string, CharacterSet] => {
    const flags = phpFlags.filter((_flag, at) => (bits & (1 << at)) !== 0);
    return [
      `php${flags.map(([name]) => `-${name}`).join('')}`,
      [flags.map(([, characters]) => characters).join(''), 'upper'],
    ];
  }),
) as Readonly<Record<PhpSet, CharacterSet>>;

/** Each set has its own case of the digits. A quotation mark in a set is written as \uXXXX instead of `\"`. */
export const asciiSets = {
  none: ['', 'lower'],
  /** Go, Rails. */
  html: ['<>&', 'lower'],
  gson: ["<>&='", 'lower'],
  /** JavaScriptSerializer. */
  javascript: ["<>'", 'lower'],
  /** Newtonsoft's EscapeHtml. */
  newtonsoft: [`<>&'"`, 'lower'],
  'newtonsoft-no-quot': ["<>&'", 'lower'],
  /** The default encoder of System.Text.Json. */
  dotnet: ['"&\'+<>`', 'upper'],
  /** serialize-javascript. */
  script: ['<>/', 'upper'],
  /** A text made safe for a script tag. */
  'less-than': ['<', 'lower'],
  ...phpSets,
} as const satisfies Readonly<Record<string, CharacterSet>>;

type AsciiName = keyof typeof asciiSets;

/** Which of \b \f \n \r \t are written with a letter, and the case of the digits of the others. */
export const controlStyles = {
  letters: ['bfnrt', 'lower'],
  upper: ['bfnrt', 'upper'],
  /** Go before 1.22. */
  go: ['nrt', 'lower'],
} as const satisfies Readonly<Record<string, readonly [letters: string, digits: Digits]>>;

type ControlsName = keyof typeof controlStyles;

const between = (first: number, last: number): string =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, at) => first + at));

const separators = '\u2028\u2029';
const c1 = between(0x7f, 0x9f);

export const hiddenSets = {
  raw: ['', 'lower'],
  del: ['\u007f', 'lower'],
  /** PHP, Go, Gson. */
  separators: [separators, 'lower'],
  newtonsoft: [`\u0085${separators}`, 'lower'],
  /** tcllib: DEL and the second set of controls. */
  c1: [c1, 'lower'],
  /** What .NET counts as not printable: separators and every space except U+0020. */
  dotnet: [`\u007f\u0085\u00a0\u1680${between(0x2000, 0x200a)}${separators}\u202f\u205f\u3000`, 'upper'],
  /** Crockford's list in json2.js, which dkjson follows. */
  json2: [
    `${c1}\u00ad\u070f\u17b4\u17b5\ufeff${between(0x600, 0x604)}${between(0x200c, 0x200f)}${between(0x2028, 0x202f)}${between(0x2060, 0x206f)}${between(0xfff0, 0xffff)}`,
    'lower',
  ],
} as const satisfies Readonly<Record<string, CharacterSet>>;

type HiddenName = keyof typeof hiddenSets;

const raw: Escapes = { nonAscii: 'raw', slash: false, ascii: 'none', controls: 'letters', hidden: 'raw' };
const ascii: Escapes = { ...raw, nonAscii: 'lower' };

export const escapeStyles = {
  raw,
  'raw-upper': { ...raw, controls: 'upper' },
  'raw-del': { ...raw, hidden: 'del' },
  'raw-separators': { ...raw, hidden: 'separators' },
  /** Jackson writing bytes. */
  'raw-astral-upper': { ...raw, nonAscii: 'astral', controls: 'upper' },
  ascii: { ...ascii, hidden: 'del' },
  'ascii-del-raw': ascii,
  'ascii-upper-del-raw': { ...ascii, nonAscii: 'upper', controls: 'upper' },
  slashes: { ...raw, slash: true },
  'slashes-separators': { ...raw, slash: true, hidden: 'separators' },
  cjson: { ...raw, slash: true, hidden: 'del' },
  php: { ...ascii, slash: true },
  go: { ...raw, ascii: 'html', controls: 'go', hidden: 'separators' },
  'go-1.22': { ...raw, ascii: 'html', hidden: 'separators' },
  gson: { ...raw, ascii: 'gson', hidden: 'separators' },
  newtonsoft: { ...raw, hidden: 'newtonsoft' },
  'javascript-serializer': { ...raw, ascii: 'javascript', hidden: 'newtonsoft' },
  stj: { ...ascii, nonAscii: 'upper', ascii: 'dotnet', controls: 'upper', hidden: 'dotnet' },
  dkjson: { ...raw, hidden: 'json2' },
} as const satisfies Readonly<Record<string, Escapes>>;

export type EscapesName = keyof typeof escapeStyles;

const letterOf: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' };

const hexEscapes = (text: string, digits: Digits): string =>
  Array.from({ length: text.length }, (_, at) => {
    const hex = text.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${digits === 'upper' ? hex.toUpperCase() : hex}`;
  }).join('');

const inClass = (characters: string): string => hexEscapes(characters, 'lower');

const touched = ({ nonAscii, slash, ascii: set, hidden }: Escapes): RegExp => {
  const also = inClass(asciiSets[set][0] + hiddenSets[hidden][0] + (slash ? '/' : ''));
  if (nonAscii === 'lower' || nonAscii === 'upper') {
    return new RegExp(`["\\\\\\u0000-\\u001f\\u0080-\\uffff${also}]`, 'g');
  }
  const high = nonAscii === 'astral' ? '|[\\ud800-\\udbff][\\udc00-\\udfff]' : '';
  return new RegExp(`["\\\\\\u0000-\\u001f${also}]${high}`, 'g');
};

export const stringPrinter = (style: EscapesName | Escapes): ((text: string) => string) => {
  const escapes: Escapes = typeof style === 'string' ? escapeStyles[style] : style;
  const [letters, controlDigits] = controlStyles[escapes.controls];
  const [characters, digits] = asciiSets[escapes.ascii];
  const escape = (character: string): string => {
    if (character >= '\u007f') {
      if (escapes.nonAscii === 'lower' || escapes.nonAscii === 'upper')
        return hexEscapes(character, escapes.nonAscii);
      return hexEscapes(character, character.length > 1 ? 'upper' : hiddenSets[escapes.hidden][1]);
    }
    const letter = letterOf[character];
    if (letter !== undefined && letters.includes(letter)) return `\\${letter}`;
    if (character < ' ') return hexEscapes(character, controlDigits);
    return characters.includes(character) ? hexEscapes(character, digits) : `\\${character}`;
  };
  const pattern = touched(escapes);
  return (text) => `"${text.replace(pattern, escape)}"`;
};
