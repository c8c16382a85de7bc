/** Which causes a print is told as: all that its bytes show, whatever else the encoder is known for. */
import { costOf, type Encoder, type SerialiserCause } from './encoders.js';
import type { BodyPrinter } from './printing.js';
import { isProven, isShown } from './proof.js';
import { plain, type Settings } from './settings.js';

export interface Naming {
  readonly causes: readonly SerialiserCause[];
  readonly cost: number;
}

type Axis = 'order' | 'drop' | 'empties' | 'numbers' | 'escapes' | 'layout' | 'end';
const axesOfMembers: readonly Axis[] = ['order', 'drop', 'empties', 'numbers'];
const axesOfText: readonly Axis[] = ['escapes', 'layout', 'end'];
const axes: readonly Axis[] = [...axesOfMembers, ...axesOfText];

/** What each cause accounts for. */
const speaksFor: { readonly [C in SerialiserCause]?: readonly Axis[] } = {
  'body-keys-sorted': ['order'],
  'body-keys-sorted-top': ['order'],
  'body-json-go-map': ['order', 'escapes'],
  'body-nulls-dropped': ['drop'],
  'body-empties-dropped': ['drop'],
  'body-empty-object-array': ['empties'],
  'body-json-php': ['escapes', 'empties'],
  'body-json-python': ['layout', 'escapes'],
  'body-json-spaced': ['layout'],
  'body-json-ascii': ['escapes'],
  'body-slashes-escaped': ['escapes'],
  'body-html-escaped': ['escapes'],
  'body-json-stj': ['escapes'],
  'body-json-gson': ['escapes', 'drop'],
  // What is printed for people is told as that, in whatever escapes.
  'body-pretty': ['layout', 'escapes'],
  'body-json-unreal': ['layout', 'escapes'],
  // boost::property_tree ends with a line end, and knows no empty containers.
  'body-numbers-as-strings': ['numbers', 'empties', 'escapes', 'end'],
  // Gson reads every number as a double.
  'body-ints-to-floats': ['numbers', 'escapes', 'drop'],
  'body-trailing-newline': ['end'],
};

/** Changes that an encoder known by other marks makes besides: they are named, but behind the encoder alone. */
const besides: readonly { readonly axis: Axis; readonly to: (encoder: Encoder) => boolean }[] = [
  // PHP and Lua know one kind of empty container.
  {
    axis: 'empties',
    to: ({ causes }) => causes.every((cause) => escapeCauses.includes(cause) || cause === 'body-pretty'),
  },
  // Perl and JsonCpp write the line end themselves.
  { axis: 'end', to: ({ settings }) => selfEnding.includes(settings.layout) },
  // A Lua table holds no nil.
  { axis: 'drop', to: ({ settings }) => settings.layout === 'dkjson' },
];

const escapeCauses: readonly SerialiserCause[] = ['body-json-ascii', 'body-slashes-escaped'];
const selfEnding: readonly Settings['layout'][] = ['lines3-colon', 'tabs-colon'];

type CauseOf = (settings: Settings) => SerialiserCause | undefined;

const families: readonly (readonly [start: RegExp, cause: SerialiserCause])[] = [
  [/^(?:newtonsoft-)?ascii/, 'body-json-ascii'],
  [/^slashes|^cjson$/, 'body-slashes-escaped'],
  [/^php/, 'body-json-php'],
  [/^go(?:-1\.22)?$|^html|^newtonsoft-html|^javascript/, 'body-html-escaped'],
  [/^gson$/, 'body-json-gson'],
  [/^stj$/, 'body-json-stj'],
];

const floating: readonly Settings['numbers'][] = [
  'java-all',
  'java17-all',
  'godot',
  'godot-full',
  'python-floats',
];

/** What a setting is called when nothing else speaks for it; some habits of printing have no name. */
const causeOf: { readonly [A in Axis]: CauseOf } = {
  order: ({ order, escapes }) => {
    if (order === 'kept' || order === 'js') return undefined;
    if (/^(?:sorted-top|k)/.test(order) && order !== 'ksort-all') return 'body-keys-sorted-top';
    return order === 'sorted' && /^go(?:-1\.22)?$/.test(escapes) ? 'body-json-go-map' : 'body-keys-sorted';
  },
  drop: ({ drop }) => {
    if (drop === 'none') return undefined;
    return /^nulls(?:-top|-items)?$|^lua-nils$/.test(drop) ? 'body-nulls-dropped' : 'body-empties-dropped';
  },
  empties: ({ empties }) => (empties === 'kept' ? undefined : 'body-empty-object-array'),
  // Any other way of printing numbers shows for itself, or is everybody's.
  numbers: ({ numbers }) => {
    if (numbers === 'quoted') return 'body-numbers-as-strings';
    return floating.includes(numbers) ? 'body-ints-to-floats' : undefined;
  },
  escapes: ({ escapes }) => families.find(([start]) => start.test(escapes))?.[1],
  layout: ({ layout }) => {
    if (layout === 'compact') return undefined;
    if (layout.startsWith('unreal')) return 'body-json-unreal';
    return /spaced$|^padded/.test(layout) ? 'body-json-spaced' : 'body-pretty';
  },
  end: ({ end }) => (end === '' ? undefined : 'body-trailing-newline'),
};

const escapesShow = (printer: BodyPrinter, settings: Settings, printed: string): boolean =>
  printer.print({ ...settings, escapes: plain.escapes }) !== printed;

/** Causes that stand for no change of their own beside others. */
const implied: readonly SerialiserCause[] = ['body-json-compact'];

/** Where its escapes do not show, nothing is left of it. */
const isDispensable = (cause: SerialiserCause): boolean => speaksFor[cause]?.join() === 'escapes';

const withNames = (
  printer: BodyPrinter,
  encoder: Encoder,
  printed: string,
  unnamed: readonly Axis[],
): readonly SerialiserCause[] => {
  const { settings } = encoder;
  // Without its escapes a Go map is sorted like any other.
  const seen = escapesShow(printer, settings, printed) ? settings : { ...settings, escapes: plain.escapes };
  const namesOf = (of: readonly Axis[]): SerialiserCause[] =>
    unnamed.filter((axis) => of.includes(axis)).flatMap((axis) => causeOf[axis](seen) ?? []);
  const all = { ...encoder, causes: [...encoder.causes, ...namesOf(axes)] };
  const kept = encoder.causes.filter(
    (cause) => !implied.includes(cause) && (!isDispensable(cause) || isShown(printer, all, printed, cause)),
  );
  return [...new Set([...namesOf(axesOfMembers), ...kept, ...namesOf(axesOfText)])];
};

/** How the encoders behind a cause print numbers unless told otherwise: another way takes a flag, or other types. */
const usualNumbers: { readonly [C in SerialiserCause]?: Settings['numbers'] } = {
  'body-json-php': 'php',
  'body-json-gson': 'kept',
  'body-json-stj': 'kept',
};

const unusualNumbers = (
  printer: BodyPrinter,
  causes: readonly SerialiserCause[],
  settings: Settings,
  printed: string,
): number =>
  causes.some((cause) => {
    const numbers = usualNumbers[cause];
    return (
      numbers !== undefined &&
      numbers !== settings.numbers &&
      printer.print({ ...settings, numbers }) !== printed
    );
  })
    ? 1.5
    : 0;

/** Where nothing but `{}` and `[]` changed, that is the cause before any encoder that changes more elsewhere. */
const onlyEmpties = (printer: BodyPrinter, causes: readonly SerialiserCause[], encoder: Encoder): boolean =>
  causes.join() === 'body-empty-object-array' &&
  printer.print({ ...plain, empties: encoder.settings.empties }) === printer.print(encoder.settings);

/** The sets of causes that an encoder's print is told as, the first one first; none that the bytes do not show. */
export const namingsOf = (printer: BodyPrinter, encoder: Encoder, printed: string): readonly Naming[] => {
  const { causes, settings } = encoder;
  const cost = (named: readonly SerialiserCause[]): number =>
    onlyEmpties(printer, named, encoder)
      ? 0.9
      : costOf(named) + encoder.rarity + unusualNumbers(printer, named, settings, printed);
  const unnamed = axes.filter(
    (axis) =>
      causeOf[axis](settings) !== undefined &&
      !causes.some((cause) => speaksFor[cause]?.includes(axis) === true) &&
      printer.print({ ...settings, [axis]: plain[axis] }) !== printed,
  );
  const hidden = unnamed.filter((axis) => !besides.some((each) => each.axis === axis && each.to(encoder)));
  const proven = (told: readonly SerialiserCause[]): Naming[] =>
    isProven(printer, { ...encoder, causes: told }, printed) ? [{ causes: told, cost: cost(told) }] : [];
  const told = (named: readonly Axis[]): Naming[] =>
    proven(named.length === 0 ? causes : withNames(printer, encoder, printed, named));
  return hidden.length === unnamed.length ? told(hidden) : [...told(hidden), ...told(unnamed)];
};
