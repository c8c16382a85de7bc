import type { Context } from '../context.js';
import { interfaces, type Interface } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { fields, fieldsOf, type Field, type FieldPath, type FieldValues } from './fields.js';
import { optionsFor } from './require.js';
import { readSecret } from './secret-input.js';

/** What the command line gives for each field; for a secret the file that holds it. */
export interface Given {
  readonly fields: FieldValues;
  readonly environment?: string;
  readonly readOnly?: boolean;
  /** Whether a person may be asked: false with --no-input. */
  readonly ask: boolean;
  /** Whether the secrets go into the system's keyring; undefined: where they are, for a new profile into its file. */
  readonly keyring?: boolean;
  /** Told before secrets are written where they will be. */
  readonly say?: (text: string) => Promise<void>;
}

/** Values as they come together from the command line, files, variables and a person. */
export class Collection {
  readonly values: Partial<Record<FieldPath, string>>;
  readonly notes: string[] = [];
  private readonly parts = new Set<Interface>();

  constructor(
    private readonly context: Context,
    private readonly given: Given,
    stored: FieldValues,
  ) {
    this.values = { ...stored };
  }

  get isEmpty(): boolean {
    return this.parts.size === 0;
  }

  /** The parts that are given; where none is, a person is asked for each. */
  async addParts(): Promise<void> {
    const anyGiven = Object.keys(this.given.fields).length > 0;
    for (const part of interfaces) {
      const wanted = anyGiven ? this.isGiven(part) : await this.askForPart(part);
      if (wanted) await this.complete(part, { variables: true });
    }
  }

  async setParts(): Promise<void> {
    for (const part of interfaces) if (this.isGiven(part)) await this.complete(part, { variables: false });
  }

  async importParts(): Promise<void> {
    for (const part of interfaces) {
      if (fieldsOf(part).some(({ path }) => this.values[path] !== undefined))
        await this.complete(part, { variables: false });
    }
    if (this.isEmpty)
      throw new PvgError('usage', 'What is to be imported has neither a gateway nor a session part.');
  }

  /** @throws {PvgError} `secret-missing` */
  checkSecrets(name: string): void {
    const missing = fields.filter(
      ({ secret, path, interface: part }) =>
        secret && this.parts.has(part) && this.values[path] === undefined,
    );
    if (missing.length > 0) {
      throw new PvgError(
        'secret-missing',
        `There is no ${missing.map(({ words }) => words).join(' and no ')}.`,
        {
          hint: `Add \`${optionsFor(missing)}\` to \`pvg profile add ${name}\`, or set ${missing.map(({ variable }) => variable).join(', ')}.`,
        },
      );
    }
  }

  private isGiven(part: Interface): boolean {
    return fieldsOf(part).some(({ path }) => this.given.fields[path] !== undefined);
  }

  private get canAsk(): boolean {
    return this.given.ask && this.context.prompt.possible;
  }

  private async askForPart(part: Interface): Promise<boolean> {
    const address = fieldsOf(part).find(({ member }) => member === 'baseUrl');
    if (address === undefined || !this.canAsk) return false;
    const typed = (await this.context.prompt.text(`${capital(address.words)} (empty: none): `)).trim();
    if (typed !== '') this.values[address.path] = typed;
    return typed !== '';
  }

  private async complete(part: Interface, { variables }: { readonly variables: boolean }): Promise<void> {
    this.parts.add(part);
    const own = fieldsOf(part);
    const plain = own.filter(({ secret }) => !secret);
    for (const field of plain) await this.completePlain(field);
    const missing = plain.filter(({ path }) => this.values[path] === undefined);
    if (missing.length > 0) {
      throw new PvgError(
        'usage',
        `The ${part} part is incomplete without ${missing.map(({ option }) => option).join(' and ')}.`,
        {
          hint: `It takes \`${optionsFor(own)}\`.`,
        },
      );
    }
    for (const field of own) if (field.secret) await this.completeSecret(field, variables);
    for (const field of own) this.check(field);
  }

  private async completePlain({ path, words }: Field): Promise<void> {
    const value = this.given.fields[path] ?? this.values[path];
    if (value !== undefined) this.values[path] = value;
    else if (this.canAsk) this.values[path] = (await this.context.prompt.text(`${capital(words)}: `)).trim();
  }

  /** A file before what is stored, before a variable, before a person. */
  private async completeSecret({ path, words, option, variable }: Field, variables: boolean): Promise<void> {
    const file = this.given.fields[path];
    const stored = this.values[path];
    if (stored !== undefined) this.context.secrets.add(stored);
    if (file === undefined && stored !== undefined) return;
    const told = variables && file === undefined ? this.context.env[variable] || undefined : undefined;
    if (told !== undefined) {
      this.context.secrets.add(told);
      this.values[path] = told;
      this.notes.push(`The ${words} was taken from the environment variable ${variable}.`);
      return;
    }
    const secret = await readSecret(this.context, { file, option, label: words, ask: this.given.ask });
    if (secret === undefined) return;
    this.values[path] = secret.value;
    this.notes.push(...secret.notes);
  }

  private check({ path, words, problem }: Field): void {
    const value = this.values[path];
    const says = value === undefined ? undefined : problem(value);
    if (says !== undefined) throw new PvgError('usage', `The ${words} ${says}.`);
  }
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
