/**
 * The whole grid of serialiser options for one body, by rising cost: what no encoder we know by name does, but some
 * mixture of options would. Options that print this body alike are one.
 */
import type { BodyVariant } from '../attempt.js';
import { costOf, type Encoder, type SerialiserCause } from './encoders.js';
import { knownEncoders, subjectOf, type KnownEncoder } from './known.js';
import type { BodyPrinter } from './printing.js';
import { plain, type Settings } from './settings.js';

type Axis = 'order' | 'layout' | 'escapes' | 'numbers' | 'drop' | 'empties';
type Options = { readonly [A in Axis]: readonly Settings[A][] };

const axes: Options = {
  order: ['kept', 'sorted', 'sorted-top', 'reverse-sorted'],
  layout: [
    'compact',
    'spaced',
    'lines2',
    'lines4',
    'tabs',
    'lines2-crlf',
    'jackson',
    'lines3-colon',
    'unreal',
    'unreal-crlf',
  ],
  escapes: ['raw', 'ascii', 'slashes', 'php', 'go', 'gson', 'stj', 'newtonsoft-html', 'ascii-upper'],
  numbers: [
    'kept',
    'js',
    'python',
    'js-reals',
    'php',
    'java-all',
    'g17-all',
    'g17-reals',
    'float32-js',
    'godot',
    'quoted',
  ],
  drop: ['none', 'nulls', 'blanks', 'empties', 'falsy'],
  empties: ['kept', 'arrays', 'objects'],
};
const axisNames = Object.keys(axes) as Axis[];
const bitOf = (axis: Axis): number => 1 << axisNames.indexOf(axis);

/** One id of the catalogue: the options that call for it, and those it accounts for besides. */
interface Explanation {
  readonly cause: SerialiserCause;
  readonly needs: Partial<Options>;
  /** Options that, printing this body alike, are the plainer explanation. */
  readonly unlike?: Partial<Options>;
  readonly allows?: Partial<Options>;
}

const reprinted: Partial<Options> = { numbers: ['python', 'js-reals'] };

const explanations: readonly Explanation[] = [
  { cause: 'body-json-js', needs: { numbers: ['js'] } },
  { cause: 'body-json-compact', needs: reprinted },
  { cause: 'body-json-python', needs: { layout: ['spaced'], escapes: ['ascii'] }, allows: reprinted },
  { cause: 'body-json-spaced', needs: { layout: ['spaced'] }, allows: reprinted },
  { cause: 'body-json-ascii', needs: { escapes: ['ascii', 'ascii-upper'] }, allows: reprinted },
  {
    cause: 'body-json-php',
    needs: { escapes: ['php'] },
    unlike: { escapes: ['ascii', 'slashes'] },
    allows: { numbers: ['php', 'js-reals'], empties: ['arrays'] },
  },
  { cause: 'body-slashes-escaped', needs: { escapes: ['slashes'] }, allows: reprinted },
  { cause: 'body-html-escaped', needs: { escapes: ['go', 'newtonsoft-html'] }, allows: reprinted },
  { cause: 'body-json-go-map', needs: { escapes: ['go'], order: ['sorted'] }, allows: { numbers: ['js'] } },
  {
    cause: 'body-json-stj',
    needs: { escapes: ['stj'] },
    unlike: { escapes: ['ascii-upper'] },
    allows: reprinted,
  },
  { cause: 'body-json-gson', needs: { escapes: ['gson'] }, allows: { drop: ['nulls'] } },
  {
    cause: 'body-keys-sorted',
    needs: { order: ['sorted', 'reverse-sorted'] },
    allows: { numbers: ['python', 'js-reals', 'js'] },
  },
  {
    cause: 'body-keys-sorted-top',
    needs: { order: ['sorted-top'] },
    allows: { numbers: ['python', 'php', 'js'] },
  },
  { cause: 'body-nulls-dropped', needs: { drop: ['nulls'] }, allows: reprinted },
  { cause: 'body-empties-dropped', needs: { drop: ['blanks', 'empties', 'falsy'] }, allows: reprinted },
  { cause: 'body-empty-object-array', needs: { empties: ['arrays', 'objects'] } },
  { cause: 'body-ints-to-floats', needs: { numbers: ['java-all', 'godot'] } },
  { cause: 'body-floats-17g', needs: { numbers: ['g17-all', 'g17-reals'] } },
  { cause: 'body-floats-float32', needs: { numbers: ['float32-js'] } },
  { cause: 'body-numbers-as-strings', needs: { numbers: ['quoted'] } },
  {
    cause: 'body-pretty',
    needs: { layout: ['lines2', 'lines4', 'tabs', 'lines2-crlf', 'jackson', 'lines3-colon'] },
    allows: reprinted,
  },
  {
    cause: 'body-json-unreal',
    needs: { layout: ['unreal', 'unreal-crlf'] },
    allows: { numbers: ['g17-all', 'g17-reals'] },
  },
];

interface Named {
  readonly causes: readonly SerialiserCause[];
  readonly cost: number;
}

/** Options of one axis that print this body alike, and which explanations they speak for (one bit each). */
interface Group {
  readonly axis: Axis;
  readonly option: Settings[Axis];
  readonly deviates: boolean;
  readonly met: number;
  readonly accounted: number;
}

const alikeOn = (printer: BodyPrinter, axis: Axis): readonly (readonly Settings[Axis][])[] => {
  const groups = new Map<string, Settings[Axis][]>();
  for (const option of axes[axis]) {
    const printed = printer.print({ ...plain, [axis]: option });
    groups.set(printed, [...(groups.get(printed) ?? []), option]);
  }
  return [...groups.values()];
};

const groupsOf = (printer: BodyPrinter, axis: Axis): readonly Group[] =>
  alikeOn(printer, axis).map((alike) => {
    const holds = (wanted: readonly Settings[Axis][] | undefined): boolean =>
      wanted?.some((option) => alike.includes(option)) === true;
    const bits = (holdsFor: (explanation: Explanation) => boolean): number =>
      explanations.reduce((mask, each, at) => (holdsFor(each) ? mask | (1 << at) : mask), 0);
    const option = alike[0] ?? plain[axis];
    return {
      axis,
      option,
      deviates: option !== plain[axis],
      met: bits(
        ({ needs, unlike }) => (needs[axis] === undefined || holds(needs[axis])) && !holds(unlike?.[axis]),
      ),
      accounted: bits(({ needs, allows }) => holds(needs[axis]) || holds(allows?.[axis])),
    };
  });

/** The cheapest set of causes that accounts for every option that is not plain; there is none for some mixtures. */
const cheapest = (deviating: number, covers: readonly number[]): Named | undefined => {
  if (deviating === 0) return { causes: ['body-json-compact'], cost: costOf(['body-json-compact']) };
  const best = new Map<number, Named>([[0, { causes: [], cost: 0 }]]);
  explanations.forEach(({ cause }, at) => {
    const covered = (covers[at] ?? 0) & deviating;
    if (covered === 0) return;
    for (const [before, { causes, cost }] of [...best]) {
      const after = before | covered;
      const sum = cost + costOf([cause]);
      if (after !== before && sum < (best.get(after)?.cost ?? Infinity)) {
        best.set(after, { causes: [...causes, cause], cost: sum });
      }
    }
  });
  return best.get(deviating);
};

/** Which axes each explanation covers in this mixture; none where something it needs is missing. */
const coversOf = (mixture: readonly Group[]): readonly number[] => {
  const met = mixture.reduce((mask, group) => mask & group.met, -1);
  return explanations.map((_, at) =>
    (met & (1 << at)) === 0
      ? 0
      : mixture.reduce((mask, group) => (group.accounted & (1 << at) ? mask | bitOf(group.axis) : mask), 0),
  );
};

interface Candidate extends Named {
  readonly settings: Settings;
  /** Where the settings are those of a known encoder. */
  readonly encoder?: Encoder;
}

const mixtures = (printer: BodyPrinter): readonly (readonly Group[])[] =>
  axisNames.reduce<readonly (readonly Group[])[]>(
    (made, axis) => {
      const groups = groupsOf(printer, axis);
      return made.flatMap((mixture) => groups.map((group) => [...mixture, group]));
    },
    [[]],
  );

const mixed = (printer: BodyPrinter): Candidate[] => {
  const known = new Map<string, Named | undefined>();
  return mixtures(printer).flatMap((mixture) => {
    const deviating = mixture.reduce((mask, group) => (group.deviates ? mask | bitOf(group.axis) : mask), 0);
    const key = mixture.map(({ met, accounted }) => `${String(met)} ${String(accounted)}`).join(' ');
    const named = known.has(key) ? known.get(key) : cheapest(deviating, coversOf(mixture));
    known.set(key, named);
    if (named === undefined) return [];
    const settings = Object.fromEntries(mixture.map(({ axis, option }) => [axis, option]));
    return [{ ...named, settings: { ...plain, ...settings } }];
  });
};

const knownCandidate = ({ encoder, cost }: KnownEncoder): Candidate => ({
  settings: encoder.settings,
  causes: encoder.causes,
  cost,
  encoder,
});

const variantOf = ({ causes, cost, encoder }: Candidate, printed: string): BodyVariant => ({
  causes,
  bytes: Buffer.from(printed, 'utf8'),
  cost,
  ...(encoder === undefined ? {} : { as: encoder.as }),
});

/** Every distinct way of the grid to serialise this body again, by rising cost; printed one by one as asked for. */
export function* serialiserGrid(body: Uint8Array): Generator<BodyVariant, void, undefined> {
  const subject = subjectOf(body);
  if (subject === undefined) return;
  const { printer, judge, isSampled, sent } = subject;
  const known = knownEncoders(subject).map(knownCandidate);
  const candidates = [...known, ...mixed(judge)].sort((left, right) => left.cost - right.cost);
  const seen = new Set(sent);
  for (const candidate of candidates) {
    const judged = judge.print(candidate.settings);
    if (seen.has(judged)) continue;
    seen.add(judged);
    yield variantOf(candidate, isSampled ? printer.print(candidate.settings) : judged);
  }
}
