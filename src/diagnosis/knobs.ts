import type { BodyForm } from './body-form.js';
import type { Binary } from './choice.js';
import type { Algorithm } from './digests.js';

/** What a message can be built from, as binary strings. */
export interface Parts {
  readonly clientId: Binary;
  readonly timestamp: Binary;
  /** The body’s hash as the attempt makes it. */
  readonly hash: Binary;
  readonly body: Binary;
  readonly secret: Binary;
  readonly method: Binary;
  /** The body as a JSON string. */
  readonly bodyText: Binary;
  readonly path: Binary;
  readonly url: Binary;
}

export type Layout = (parts: Parts) => Binary;

/** What represents the body in the gateway’s message (§5.1: hex of SHA-256). `key` is the secret of the attempt. */
export type BodyHash = (body: BodyForm, key: Binary) => Binary;

/** Makes the digest that is sent from the key and the message. */
export type Construction = (key: Binary, message: Binary) => Binary;

export interface Mac {
  readonly algorithm: Algorithm;
  readonly keyed: Construction;
}

export interface OtherSecret {
  /** Its name in a finding: `client secret of profile game-prod`. */
  readonly label: string;
  readonly text: string;
  /** The name of its credentials, if X-Client-ID has their client id. */
  readonly ofSentId?: string;
}

/** A field of the body whose value is a short text. */
export type ShortField = readonly [name: string, value: string];

/** The right secret and client id, and the texts that could be mistaken for them. */
export interface Known {
  readonly secret: string;
  /** The id of the credentials, if the interface signs one. */
  readonly clientId: string | undefined;
  /** The text of X-Client-ID. */
  readonly sentId: string;
  readonly others: readonly OtherSecret[];
  /** Ids of other credentials, with their labels. */
  readonly otherIds: readonly (readonly [id: string, label: string])[];
  readonly fields: readonly ShortField[];
}

/** The text of X-Timestamp; `seconds` if it is whole Unix seconds. */
export interface SentTime {
  readonly header: string;
  readonly seconds: number | undefined;
}
