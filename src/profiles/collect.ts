import type { Context } from '../context.js';
import { interfaces, type Interface } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { fieldsOf, present, type Field, type FieldPath, type FieldValues } from './fields.js';
import { optionsFor } from './require.js';
import { readSecret } from './secret-input.js';

/** What the command line gives for each field; for a secret the file that holds it. */
export interface Given {
  readonly fields: FieldValues;
  readonly environment?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** Whether a person may be asked: false with --no-input. */
  readonly ask: boolean;
  /** Whether the secrets go into the system's keyring; undefined: where they are, for a new profile into its file. */
  readonly keyring?: boolean | undefined;
  /** Told before secrets are written where they will be. */
  readonly say?: (text: string) => Promise<void>;
}

/** Values as they come together from the command line, files, variables and a person. */
export interface Collected {
  readonly values: Partial<Record<FieldPath, string>>;
  /** What there is to say about them. */
  readonly notes: string[];
}

/** The parts of which there is a value. */
export const partsIn = (values: FieldValues): Interface[] =>
  interfaces.filter((part) => present(values, fieldsOf(part)).length > 0);

/** Where nothing is given a person may name a part by its address. */
export async function askForPart(
  { prompt }: Context,
  { ask }: Given,
  { values }: Collected,
  part: Interface,
): Promise<void> {
  const address = fieldsOf(part).find(({ member }) => member === 'baseUrl');
  if (address === undefined || !ask || !prompt.possible) return;
  const typed = (await prompt.text(`${capital(address.words)} (empty: none): `)).trim();
  if (typed !== '') values[address.path] = typed;
}

/** All that a part takes; `fromVariables`: a secret may come from its variable. @throws {PvgError} `usage` */
export async function completePart(
  context: Context,
  given: Given,
  collected: Collected,
  part: Interface,
  fromVariables: boolean,
): Promise<void> {
  const { values } = collected;
  const own = fieldsOf(part);
  const plain = own.filter(({ secret }) => !secret);
  for (const { path, words } of plain) {
    const value = given.fields[path] ?? values[path] ?? (await askFor(context, given, words));
    if (value !== undefined) values[path] = value;
  }
  const missing = plain.filter(({ path }) => values[path] === undefined);
  if (missing.length > 0) {
    throw new PvgError(
      'usage',
      `The ${part} part is incomplete without ${missing.map(({ option }) => option).join(' and ')}.`,
      { hint: `It takes \`${optionsFor(own)}\`.` },
    );
  }
  for (const field of own)
    if (field.secret) await completeSecret(context, given, collected, field, fromVariables);
  for (const [{ words, problem }, value] of present(values, own)) {
    const says = problem(value);
    if (says !== undefined) throw new PvgError('usage', `The ${words} ${says}.`);
  }
}

const askFor = async ({ prompt }: Context, { ask }: Given, words: string): Promise<string | undefined> =>
  ask && prompt.possible ? (await prompt.text(`${capital(words)}: `)).trim() : undefined;

/** A file before what is stored, before a variable, before a person. */
async function completeSecret(
  context: Context,
  given: Given,
  { values, notes }: Collected,
  { path, words, option, variable }: Field,
  fromVariables: boolean,
): Promise<void> {
  const file = given.fields[path];
  const stored = values[path];
  if (stored !== undefined) context.secrets.add(stored);
  if (file === undefined && stored !== undefined) return;
  const told = fromVariables && file === undefined ? context.env[variable] : undefined;
  if (told) {
    context.secrets.add(told);
    values[path] = told;
    notes.push(`The ${words} was taken from the environment variable ${variable}.`);
    return;
  }
  const secret = await readSecret(context, { file, option, label: words, ask: given.ask });
  if (secret === undefined) return;
  values[path] = secret.value;
  notes.push(...secret.notes);
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
