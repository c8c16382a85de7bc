import { isRecord, type JsonRecord } from '../../text/json/json.js';

/** How a text that the service, a person, the system or a colleague wrote is kept or shown. */
export type CleanText = (text: string) => string;

export function keepText(text: string): string {
  return text;
}

// A hostile answer, or a hostile line, may have any number of them.
const mostListed = 100;

/** The members of one object in a line of the journal. Anybody may have written it: a value that is not right is null. */
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

  /** pvg's own text, of a form that needs no cleaning. */
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

  /** @param read null for an object that lacks what it needs */
  object<Value>(name: string, read: (members: MemberReader) => Value | null): Value | null {
    const value = this.#members[name];
    return isRecord(value) ? read(new MemberReader(value, this.#clean)) : null;
  }

  /** The objects in a list; an element that is no such object is left out. */
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
