import type { Tree } from '../json-forms/tree.js';
import { permutations } from '../permutations.js';

/** The values of some members, one after another with a separator between them. */
export interface JoinedValues {
  readonly names: readonly string[];
  readonly separator: string;
  readonly text: string;
}

const separators = ['', '.', ':', '|', '-', '_', ',', '&'];
const usualSeparators = separators.slice(0, 4);
/** In a body with up to 8 members any two are joined in every order; with up to 5 members any three as well. */
const mostMembers = { two: 8, three: 5 };

type Value = readonly [name: string, text: string];

/** Two or three values, in any order: some programs sign only the values that identify the purchase. */
export function* joinedValues(root: Tree): Generator<JoinedValues> {
  if (root.kind !== 'object') return;
  const values = root.members.flatMap(([name, value]): Value[] => {
    // An empty value is left out, because joining it makes the same text as joining the others alone.
    if (value.kind === 'text') return value.value === '' ? [] : [[name.value, value.value]];
    return value.kind === 'number' ? [[name.value, value.raw]] : [];
  });
  if (values.length <= mostMembers.two) yield* joinGroups(groupsOfTwo(values), separators);
  if (values.length <= mostMembers.three) yield* joinGroups(groupsOfThree(values), usualSeparators);
}

function groupsOfTwo(values: readonly Value[]): Value[][] {
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => [one, other]));
}

function groupsOfThree(values: readonly Value[]): Value[][] {
  return values.flatMap((one, index) =>
    groupsOfTwo(values.slice(index + 1)).map((others) => [one, ...others]),
  );
}

function* joinGroups(
  groups: readonly Value[][],
  marks: readonly string[],
): Generator<JoinedValues> {
  for (const group of groups) {
    for (const ordered of permutations(group)) {
      for (const separator of marks) {
        yield {
          names: ordered.map(([name]) => name),
          separator,
          text: ordered.map(([, text]) => text).join(separator),
        };
      }
    }
  }
}
