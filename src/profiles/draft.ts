import type { FieldPath, FieldValues } from '../contract/profile.js';
import type { Context } from '../context.js';
import { interfaces, type Interface } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { fieldsOf, requiredOf, optionsFor, filledFields, type Field } from './fields.js';
import { readSecret, secretOfVariable } from './secret-input.js';

/** What the command line gives for each field; for a secret, the file that contains it. */
export interface Given {
  readonly fields: FieldValues;
  readonly environment?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** Whether a person may be asked: false with --no-input. */
  readonly ask: boolean;
  /** Whether secrets go into the system's keyring; undefined: unchanged, or the file for a new profile. */
  readonly keyring?: boolean | undefined;
  /** Of several profiles: the one that a person is asked about. */
  readonly of?: string;
  /** Says where the secrets go, before they are written. */
  readonly say: (text: string) => Promise<void>;
}

/** Collects the values of a profile from the command line, files, variables and a person. */
export class Draft {
  /** Sentences about the values, for the user. */
  readonly notes: string[] = [];

  constructor(
    private readonly context: Context,
    private readonly given: Given,
    readonly values: Partial<Record<FieldPath, string>>,
  ) {}

  get parts(): Interface[] {
    return partsIn(this.values);
  }

  /** A person's answer; undefined if nobody can be asked. */
  async ask(question: string): Promise<string | undefined> {
    const { prompt } = this.context;
    return this.given.ask && prompt.possible ? (await prompt.text(question)).trim() : undefined;
  }

  /** If no part is given, a person may choose one by typing its address. */
  async askForPart(part: Interface): Promise<void> {
    const address = fieldsOf(part).find(({ member }) => member === 'baseUrl');
    const typed = address && (await this.ask(`${capital(address.words)} (empty for none): `));
    if (address && typed) this.values[address.path] = typed;
  }

  /** Completes all values of a part; `fromVariables`: a secret may come from its variable. @throws {PvgError} `usage` */
  async complete(part: Interface, fromVariables: boolean): Promise<void> {
    const own = fieldsOf(part);
    const plain = own.filter(({ secret }) => !secret);
    for (const { path, words, optional } of plain) {
      const told = this.given.fields[path] ?? this.values[path];
      const value = told ?? (optional ? undefined : await this.ask(`${capital(words)}: `));
      if (value !== undefined) this.values[path] = value;
    }
    const missing = plain.filter(({ path, optional }) => !optional && this.values[path] === undefined);
    if (missing.length > 0) {
      const options = missing.map(({ option }) => option).join(' and ');
      throw new PvgError('usage', `The ${part} part needs ${options}.`, {
        hint: `Use \`${optionsFor(requiredOf(part))}\`.`,
      });
    }
    for (const field of own) if (field.secret) await this.completeSecret(field, fromVariables);
    for (const [{ words, problem }, value] of filledFields(this.values, own)) {
      const says = problem(value);
      if (says !== undefined) throw new PvgError('usage', `The ${words} ${says}.`);
    }
  }

  /** In this order: a file, the stored value, a variable, a person. */
  private async completeSecret(field: Field, fromVariables: boolean): Promise<void> {
    const { context, given, values } = this;
    const { path, words, option } = field;
    const file = given.fields[path];
    const stored = values[path];
    if (stored !== undefined) context.secrets.add(stored);
    if (file === undefined && stored !== undefined) return;
    const told = fromVariables && file === undefined ? await secretOfVariable(context, field) : undefined;
    if (told) {
      values[path] = told.value;
      const from = `The ${words} comes from the environment variable ${told.variable}.`;
      this.notes.push(from, ...told.notes.map(({ says }) => says));
      return;
    }
    const secret = await readSecret(context, {
      file,
      option,
      label: given.of === undefined ? words : `${words} of ${given.of}`,
      ask: given.ask,
    });
    if (secret === undefined) return;
    values[path] = secret.value;
    this.notes.push(
      ...secret.notes.map(({ says, fix }) => (fix === undefined ? says : `${says} Run \`${fix}\`.`)),
    );
  }
}

export const partsIn = (values: FieldValues): Interface[] =>
  interfaces.filter((part) => filledFields(values, fieldsOf(part)).length > 0);

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
