import { isRecord, type JsonRecord } from '../../text/json/json.js';

/** How a text that the service, a person, the system or a colleague wrote is kept or shown. */
export type CleanText = (text: string) => string;

/** Changes nothing: for texts that were cleaned when they were written. */
export function keepText(text: string): string {
  return text;
}

// The most items of a list that are read, because a hostile answer or line may have any number.
const mostListed = 100;

/** Reads the members of one object in a line of the journal. Anybody may have written the line, so a value of a wrong form is read as null. */
export class MemberReader {
  readonly #members: JsonRecord;
  readonly #clean: CleanText;

  constructor(members: JsonRecord, clean: CleanText) {
    this.#members = members;
    this.#clean = clean;
  }

  /** A text that is not pvg's own. */
  text(name: string): string | null {
    const value = this.#members[name];
    return typeof value === 'string' ? this.#clean(value) : null;
  }

  /** A text of pvg's own, such as an id: it needs no cleaning if it has the right form. */
  textLike(name: string, form: RegExp): string | null {
    const value = this.#members[name];
    return typeof value === 'string' && form.test(value) ? value : null;
  }

  /** ISO 8601 in UTC. */
  time(name: string): string | null {
    const text = this.textLike(name, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    return text === null || Number.isNaN(Date.parse(text)) ? null : text;
  }

  number(name: string): number | null {
    const value = this.#members[name];
    return typeof value === 'number' ? value : null;
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
    const value = this.#members[name];
    return choices.find((choice) => choice === value) ?? null;
  }

  /** @param read returns null for an object that lacks a needed member */
  object<Value>(name: string, read: (members: MemberReader) => Value | null): Value | null {
    const value = this.#members[name];
    return isRecord(value) ? read(new MemberReader(value, this.#clean)) : null;
  }

  /** The objects in a list. An element for which `read` returns null is left out. */
  objects<Value>(name: string, read: (members: MemberReader) => Value | null): readonly Value[] {
    return this.#list(name).flatMap((value) => {
      const item = isRecord(value) ? read(new MemberReader(value, this.#clean)) : null;
      return item ?? [];
    });
  }

  /** Texts that are not pvg's own. */
  texts(name: string): readonly string[] {
    const texts = this.#list(name).filter((value) => typeof value === 'string');
    return texts.map((text) => this.#clean(text));
  }

  #list(name: string): readonly unknown[] {
    const value = this.#members[name];
    return Array.isArray(value) ? value.slice(0, mostListed) : [];
  }
}
