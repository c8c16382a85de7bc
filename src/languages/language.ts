import type { Interface } from '../contract/interfaces.js';

/** What pvg knows of one language beside the two files in its folder: the signer, and `traps.json` (see `SignerSource`). */
export interface Language {
  /** The signer, in the folder with the language's name. It runs as it stands; signer.ts explains its marks. */
  readonly file: string;
  /** Other names that people type for it, in lower case. */
  readonly alsoCalled: readonly string[];
  /** What its usual HTTP clients send as User-Agent, by their documentation. */
  readonly userAgent: RegExp;
  /** How a comment begins. */
  readonly comment: '//' | '#' | '--';
  /** Statements that print what is signed. pvg suggests adding them to the sender's code when it finds no cause. */
  readonly prints: Readonly<Record<Interface, readonly string[]>>;
}

/** A language, with the content of its two files. */
export interface SignerSource {
  readonly name: string;
  readonly comment: string;
  readonly prints: Language['prints'];
  /** The signer with both interfaces and its marks. */
  readonly text: string;
  /** What makes a mistake easy in this language, or what to write instead: by the id of the mistake's cause. */
  readonly traps: Readonly<Partial<Record<string, string>>>;
}
