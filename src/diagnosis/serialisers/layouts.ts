/** Where an encoder puts white space. */
export interface Layout {
  /** One level; empty prints everything on one line. */
  readonly indent: string;
  readonly newline: '\n' | '\r\n';
  /** Lines although nothing is indented. */
  readonly lines?: true;
  /** Behind the comma at the end of a line. */
  readonly lineEnd?: ' ';
  /** Between the members of a line. */
  readonly comma: string;
  readonly colon: string;
  /** Inside the brackets of a line: `{ "a": 1 }`. */
  readonly padding: string;
  /** How arrays are laid out: as objects are, on one line (`line-deep`: what is inside is one level deeper), or Unreal's mixture. */
  readonly arrays: 'lines' | 'line' | 'line-deep' | 'unreal';
  readonly emptyObject: Empty;
  readonly emptyArray: Empty;
  /** An object that is a member starts on a line of its own. */
  readonly braceBelow?: true;
  /** Names padded to one width within their object. */
  readonly aligned?: true;
}

/** Nothing between the brackets, a space, a line end, a line end and an empty line, or an indented empty line. */
export type Empty = '' | ' ' | 'line' | 'lines' | 'inner';

const compact: Layout = {
  indent: '',
  newline: '\n',
  comma: ',',
  colon: ':',
  padding: '',
  arrays: 'lines',
  emptyObject: '',
  emptyArray: '',
};
const pretty: Layout = { ...compact, indent: '  ', colon: ': ' };
const unreal: Layout = {
  ...pretty,
  indent: '\t',
  arrays: 'unreal',
  emptyObject: 'line',
  braceBelow: true,
};
const jackson: Layout = {
  ...pretty,
  colon: ' : ',
  arrays: 'line',
  comma: ', ',
  padding: ' ',
  emptyObject: ' ',
  emptyArray: ' ',
};

export const layouts = {
  compact,
  spaced: { ...compact, comma: ', ', colon: ': ' },
  'colon-spaced': { ...compact, colon: ': ' },
  'comma-spaced': { ...compact, comma: ', ' },
  /** json-c. */
  padded: { ...compact, comma: ', ', colon: ': ', padding: ' ', emptyObject: ' ', emptyArray: ' ' },
  'padded-empty-tight': { ...compact, comma: ', ', colon: ': ', padding: ' ', emptyObject: ' ' },
  'colon-both': { ...compact, colon: ' : ' },
  'spaced-colon': { ...compact, comma: ', ', colon: ' : ' },
  lines0: { ...pretty, indent: '', lines: true },
  lines1: { ...pretty, indent: ' ' },
  lines2: pretty,
  lines3: { ...pretty, indent: '   ' },
  lines4: { ...pretty, indent: '    ' },
  lines8: { ...pretty, indent: '        ' },
  tabs: { ...pretty, indent: '\t' },
  /** Python before 3.4. */
  'lines2-space': { ...pretty, lineEnd: ' ' },
  'lines4-space': { ...pretty, indent: '    ', lineEnd: ' ' },
  qt: { ...pretty, indent: '    ', emptyObject: 'line', emptyArray: 'line' },
  'lines2-crlf': { ...pretty, newline: '\r\n' },
  'lines4-crlf': { ...pretty, indent: '    ', newline: '\r\n' },
  'tabs-crlf': { ...pretty, indent: '\t', newline: '\r\n' },
  /** Ruby json 2.6. */
  ruby: { ...pretty, emptyObject: 'line', emptyArray: 'lines' },
  'ruby-objects': { ...pretty, emptyObject: 'line' },
  ruby4: { ...pretty, indent: '    ', emptyObject: 'line', emptyArray: 'lines' },
  'ruby-tabs': { ...pretty, indent: '\t', emptyObject: 'line', emptyArray: 'lines' },
  jackson,
  'jackson-lines': { ...pretty, colon: ' : ', emptyObject: ' ', emptyArray: ' ' },
  jackson4: { ...jackson, indent: '    ' },
  'jackson-tight': { ...jackson, colon: ':' },
  'lines2-tight': { ...pretty, colon: ':' },
  'jackson-crlf': { ...jackson, newline: '\r\n' },
  'lines2-colon': { ...pretty, colon: ' : ' },
  'lines3-colon': { ...pretty, indent: '   ', colon: ' : ' },
  'lines4-colon': { ...pretty, indent: '    ', colon: ' : ' },
  'tabs-colon': { ...pretty, indent: '\t', colon: ' : ' },
  jiffy: { ...pretty, colon: ' : ', emptyObject: 'inner', emptyArray: 'inner' },
  'jiffy-objects': { ...pretty, colon: ' : ', emptyObject: 'line' },
  dkjson: { ...pretty, colon: ':', arrays: 'line-deep', emptyObject: 'line' },
  apple: { ...pretty, colon: ' : ', emptyObject: 'lines', emptyArray: 'lines' },
  tcllib: { ...pretty, indent: '    ', colon: ' : ', aligned: true },
  boost: { ...pretty, indent: '    ' },
  cjson: { ...pretty, indent: '\t', colon: ':\t', arrays: 'line-deep', comma: ', ', emptyObject: 'line' },
  'json-c': { ...pretty, colon: ':', emptyObject: 'line', emptyArray: 'line' },
  unreal,
  'unreal-crlf': { ...unreal, newline: '\r\n' },
} as const satisfies Readonly<Record<string, Layout>>;

export type LayoutName = keyof typeof layouts;
