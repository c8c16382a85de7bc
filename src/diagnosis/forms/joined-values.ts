import type { Tree } from '../json-forms/tree.js';
import { permutations } from '../permutations.js';

/** The values of some members in a row. */
export interface JoinedValues {
  readonly names: readonly string[];
  readonly separator: string;
  readonly text: string;
}

const separators = ['', '.', ':', '|', '-', '_', ',', '&'];
const usualSeparators = separators.slice(0, 4);
/** Two of so many members are joined in every order; three if there are fewer. */
const mostMembers = { two: 8, three: 5 };

type Value = readonly [name: string, text: string];

/** Two or three of the members, in any order: some programs sign only those that they hold to be the key ones. */
export function* joinedValues(root: Tree): Generator<JoinedValues> {
  if (root.kind !== 'object') return;
  const values = root.members.flatMap(([name, value]): Value[] => {
    // An empty value shows nothing: the others alone would be the same text.
    if (value.kind === 'text') return value.value === '' ? [] : [[name.value, value.value]];
    return value.kind === 'number' ? [[name.value, value.raw]] : [];
  });
  if (values.length <= mostMembers.two) yield* joined(groupsOfTwo(values), separators);
  if (values.length <= mostMembers.three) yield* joined(groupsOfThree(values), usualSeparators);
}

function groupsOfTwo(values: readonly Value[]): Value[][] {
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => [one, other]));
}

function groupsOfThree(values: readonly Value[]): Value[][] {
  return values.flatMap((one, index) =>
    groupsOfTwo(values.slice(index + 1)).map((others) => [one, ...others]),
  );
}

function* joined(groups: readonly Value[][], marks: readonly string[]): Generator<JoinedValues> {
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
