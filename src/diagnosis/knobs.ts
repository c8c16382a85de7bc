import type { BodyForm } from './body-form.js';
import type { Binary } from './choice.js';
import type { Algorithm } from './digests.js';

/** What a message can be put together from; all of them binary strings. */
export interface Parts {
  readonly clientId: Binary;
  readonly timestamp: Binary;
  /** The body's hash in the form of the attempt. */
  readonly hash: Binary;
  readonly body: Binary;
  readonly secret: Binary;
  readonly method: Binary;
  /** Path and query as sent; also the contract's own path, and the whole address. */
  readonly path: Binary;
}

export type Layout = (parts: Parts) => Binary;

/** How the body stands in the gateway's message (§5.1: hex of SHA-256). `key` is the secret of the attempt. */
export type BodyHash = (body: BodyForm, key: Binary) => Binary;

/** Turns key and message into the digest that was sent. */
export type Construction = (key: Binary, message: Binary) => Binary;

/** HMAC of one algorithm, and the algorithm. */
export interface Mac {
  readonly algorithm: Algorithm;
  readonly keyed: Construction;
}

export interface OtherSecret {
  /** How it is named in a finding: `client secret of profile game-prod`. */
  readonly label: string;
  readonly text: string;
}

/** The right secret, and what could be taken for it. */
export interface KnownSecrets {
  readonly secret: string;
  readonly clientId?: string | undefined;
  readonly others: readonly OtherSecret[];
}

/** What X-Timestamp says; `seconds` where these are whole Unix seconds. */
export interface SentTime {
  readonly header: string;
  readonly seconds: number | undefined;
}

export interface KnownIds {
  /** The text of X-Client-ID. */
  readonly id: string;
  /** Of the credentials. */
  readonly own: string | undefined;
  /** Of other credentials, with their labels. */
  readonly foreign: readonly (readonly [id: string, label: string])[];
}
