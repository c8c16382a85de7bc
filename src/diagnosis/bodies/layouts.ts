/** Where an encoder puts white space. */
export interface Layout {
  /** The indentation of one level; without it everything is on one line. */
  readonly indent?: string;
  readonly newline: '\n' | '\r\n';
  readonly comma: string;
  /** Between the items of an array on one line, when objects are on several lines. */
  readonly inner?: string;
  readonly colon: string;
  /** Inside the brackets of a line: `{ "a": 1 }`. */
  readonly padding: string;
  /** Arrays like objects, or on one line (`line-deep`: their content is one level deeper), or Unreal's mixture. */
  readonly arrays: 'as-objects' | 'line' | 'line-deep' | 'unreal';
  readonly emptyObject: Empty;
  readonly emptyArray: Empty;
  /** Inner lines start under the bracket that they belong to. */
  readonly hanging?: true;
  /** Names padded to one width within their object. */
  readonly aligned?: true;
}

/** Between empty brackets: nothing, a space, a line break, a line break and an empty line, or an indented empty line. */
export type Empty = '' | ' ' | 'line' | 'lines' | 'inner';

type House = Omit<Layout, 'indent' | 'newline'>;

const compact: House = {
  comma: ',',
  colon: ':',
  padding: '',
  arrays: 'as-objects',
  emptyObject: '',
  emptyArray: '',
};
const spaced: House = { ...compact, comma: ', ', colon: ': ' };
const pretty: House = { ...compact, colon: ': ' };
const jackson: House = {
  ...compact,
  colon: ' : ',
  inner: ', ',
  arrays: 'line',
  padding: ' ',
  emptyObject: ' ',
  emptyArray: ' ',
};
const colonBoth: House = { ...compact, colon: ' : ' };

const oneLine = {
  compact,
  spaced,
  'colon-spaced': pretty,
  'comma-spaced': { ...compact, comma: ', ' },
  /** json-c; its older arrays. */
  padded: { ...spaced, padding: ' ', emptyObject: ' ', emptyArray: ' ' },
  'padded-empty-tight': { ...spaced, padding: ' ', emptyObject: ' ' },
  /** Perl's space_before and space_after. */
  'colon-both': colonBoth,
  'spaced-colon': { ...spaced, colon: ' : ' },
} as const satisfies Readonly<Record<string, House>>;

const indents = {
  '0': '',
  '1': ' ',
  '2': '  ',
  '3': '   ',
  '4': '    ',
  '8': '        ',
  '-tab': '\t',
} as const;

/** Styles with the indentations that they are known to occur with. */
const onLines = {
  lines: [pretty, '2', '4', '-tab', '3', '1', '8', '0'],
  /** Python before 3.4. */
  'lines-space': [{ ...pretty, comma: ', ' }, '2', '4'],
  /** Python's separators with an indent. */
  'lines-tight': [compact, '2', '4'],
  /** Perl, JsonCpp, tcllib. */
  'lines-colon': [colonBoth, '2', '3', '4', '-tab'],
  qt: [{ ...pretty, emptyObject: 'line', emptyArray: 'line' }, '4'],
  /** Ruby before json 2.10. */
  ruby: [{ ...pretty, emptyObject: 'line', emptyArray: 'lines' }, '2', '4', '-tab'],
  'ruby-objects': [{ ...pretty, emptyObject: 'line' }, '2'],
  jackson: [jackson, '2', '4'],
  /** With an indenter for arrays; without spaces in object entries. */
  'jackson-lines': [{ ...jackson, arrays: 'as-objects' }, '2', '4'],
  'jackson-tight': [{ ...jackson, colon: ':' }, '2'],
  jiffy: [{ ...colonBoth, emptyObject: 'inner', emptyArray: 'inner' }, '2'],
  dkjson: [{ ...compact, arrays: 'line-deep', emptyObject: 'line' }, '2'],
  apple: [{ ...colonBoth, emptyObject: 'lines', emptyArray: 'lines' }, '2'],
  tcllib: [{ ...colonBoth, aligned: true }, '4'],
  cjson: [{ ...compact, colon: ':\t', arrays: 'line-deep', inner: ', ', emptyObject: 'line' }, '-tab'],
  'json-c': [{ ...compact, emptyObject: 'line', emptyArray: 'line' }, '2'],
  /** Windows PowerShell 5.1. */
  powershell: [{ ...pretty, colon: ':  ', hanging: true, emptyObject: 'lines', emptyArray: 'lines' }, '4'],
  unreal: [{ ...pretty, arrays: 'unreal', emptyObject: 'line' }, '-tab'],
} as const satisfies Readonly<Record<string, readonly [House, ...(keyof typeof indents)[]]>>;

type OneLine = keyof typeof oneLine;
type OnLines = keyof typeof onLines;
type IndentOf<Row> = Row extends readonly [House, ...infer Indents extends string[]]
  ? Indents[number]
  : never;
type Indented = { [H in OnLines]: `${H}${IndentOf<(typeof onLines)[H]>}` }[OnLines];
export type LayoutName = OneLine | Indented | `${Indented}-crlf`;

const withIndents = (
  name: string,
  house: House,
  own: readonly (keyof typeof indents)[],
): [string, Layout][] =>
  own.flatMap((each): [string, Layout][] => [
    [name + each, { ...house, indent: indents[each], newline: '\n' }],
    [`${name}${each}-crlf`, { ...house, indent: indents[each], newline: '\r\n' }],
  ]);

/** Every style with each of its indentations and with LF and CRLF. */
export const layouts = Object.fromEntries([
  ...Object.entries(oneLine).map(([name, house]): [string, Layout] => [name, { ...house, newline: '\n' }]),
  ...Object.entries(onLines).flatMap(([name, [house, ...own]]) => withIndents(name, house, own)),
]) as Readonly<Record<LayoutName, Layout>>;
