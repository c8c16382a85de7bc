import type { Interface } from '../../contract/interfaces.js';

/** The parts of a request in a text that has them in no form that pvg reads, such as a line of a log. */
export interface LooseParts {
  readonly interface: Interface;
  readonly signature?: string;
  readonly timestamp?: string;
  readonly clientId?: string;
}

interface LooseHeader {
  readonly part: keyof Omit<LooseParts, 'interface'>;
  readonly name: RegExp;
  /** The name, what a log writes after it, and a value whose end is certain. */
  readonly withValue: RegExp;
}

const looseHeaders: readonly LooseHeader[] = [
  {
    part: 'signature',
    name: /x[-_]signature/gi,
    withValue: /x[-_]signature[^0-9a-z\n]{1,8}([0-9a-f]{64})(?![\w.-])/i,
  },
  {
    part: 'timestamp',
    name: /x[-_]timestamp/gi,
    withValue: /x[-_]timestamp[^0-9a-z\n]{1,8}(\d{10}|\d{13})(?![\w.-])/i,
  },
  {
    part: 'clientId',
    name: /x[-_]client[-_]id/gi,
    withValue: /x[-_]client[-_]id["'\\]*[:=] ?["'\\]*([0-9a-z][\w-]*)(?=["'\\,;)\s]|$)/i,
  },
];

/** Undefined if the text has no signature. Its values are only those that are certain. */
export function looseParts(latin1: string): LooseParts | undefined {
  if (!/x[-_]signature/i.test(latin1)) return undefined;
  const isOfGateway = /x[-_](?:timestamp|client[-_]id)/i.test(latin1);
  const parts: { -readonly [Part in keyof LooseParts]: LooseParts[Part] } = {
    interface: isOfGateway ? 'gateway' : 'session',
  };
  for (const header of looseHeaders) {
    const value = onlyValue(latin1, header);
    if (value !== undefined) parts[header.part] = value;
  }
  return parts;
}

/** The value, if the text has the name once. In a log of several requests nobody knows which of them is meant. */
function onlyValue(latin1: string, { name, withValue }: LooseHeader): string | undefined {
  if ([...latin1.matchAll(name)].length !== 1) return undefined;
  const [, value] = withValue.exec(latin1) ?? [];
  return value === undefined || isMask(value) ? undefined : value;
}

const isMask = (value: string): boolean =>
  /^(?:redacted|masked|filtered|removed|hidden|none|null|undefined|true|false)$/i.test(value);
