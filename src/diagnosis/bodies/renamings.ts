/** How naming policies and hand-written converters change a name. */

const words = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[A-Z](?=[A-Z][a-z])/g, '$& ')
    .split(/[ _-]+/)
    .filter((word) => word !== '');

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const lowerFirst = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);
const title = (word: string): string => capital(word.toLowerCase());
const pascal = (name: string): string => words(name).map(title).join('');
const joined = (separator: string) => (name: string) => words(name).join(separator).toLowerCase();
const rails = (name: string): string => name.replace(/_([a-z\d]*)/gi, (_, word: string) => title(word));

export const renamings = {
  capital,
  pascal,
  /** Go: `ProductID`, `ServerID`; `OSID` by some. */
  go: (name) => pascal(name).replace(/Id$/, 'ID'),
  'go-os': (name) =>
    pascal(name)
      .replace(/Id$/, 'ID')
      .replace(/^Os(?=[A-Z])/, 'OS'),
  camel: (name) => lowerFirst(pascal(name)),
  /** System.Text.Json and Newtonsoft: leading capitals become small, except the one that starts the next word. */
  'camel-dotnet': (name) => name.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (run) => run.toLowerCase()),
  snake: joined('_'),
  kebab: joined('-'),
  'upper-snake': (name) => joined('_')(name).toUpperCase(),
  lower: (name) => name.toLowerCase(),
  upper: (name) => name.toUpperCase(),
  /** `_x` to `X`; other capitals stay. */
  'camel-underscore': (name) =>
    name.replace(/(?<=^.|[^_-])[_-]+([a-z0-9])/gis, (_, letter: string) => letter.toUpperCase()),
  'camel-small': (name) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
  'pascal-underscore': (name) => name.split('_').map(capital).join(''),
  /** Python's capitalize and title: all letters of a word after the first become small. */
  title: (name) => name.split('_').map(title).join(''),
  'snake-capital': (name) => name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
  'snake-capital-front': (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  /** An underscore only between a small letter and a capital. */
  'snake-case': (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase(),
  'camel-rails': (name) => rails(lowerFirst(name)),
  'pascal-rails': (name) => rails(capital(name)),
} as const satisfies Readonly<Record<string, (name: string) => string>>;
