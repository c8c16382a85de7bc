import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceEnv } from './context.js';

/** Secrets that must appear nowhere, and every way to write them that an output might. */
export const canaries = {
  clientSecret: 'Canary/one+two=three&four "five"',
  secretKey: '0badcafe0badcafe0badcafe0badcafe',
} as const;

// Written here once more, and not taken from src/redaction/forms.ts: the test must not share its mistakes.
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(secret),
    new URLSearchParams({ a: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    [...secret].reverse().join(''),
  ];
};
const forms = [...new Set(Object.values(canaries).flatMap(formsOf))];

let runs = 0;
/** How many outputs have been searched. */
export const searchedRuns = (): number => runs;

/** The forms of the canaries that an output holds; none is right. */
export function canariesIn(...outputs: readonly string[]): string[] {
  runs += 1;
  return forms.filter((form) => outputs.some((output) => output.includes(form)));
}

/** The same for every file below a folder. */
export const canariesInFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => {
      const content = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      return forms.some((form) => content.includes(form));
    })
    .map(({ name }) => name);

/** The environment whose secrets are the canaries. */
export const canaryEnv = (url: string): Record<string, string> =>
  serviceEnv(url, { PVG_CLIENT_SECRET: canaries.clientSecret, PVG_SECRET_KEY: canaries.secretKey });

/** A stored profile with both interfaces at `url`, whose secrets are the canaries. */
export const canaryProfile = (name: string, environment: 'dev' | 'prod', url: string) => ({
  name,
  environment,
  readOnly: false,
  gatewayUrl: url,
  clientId: 'c',
  clientSecret: canaries.clientSecret,
  sessionUrl: url,
  gameId: 'g',
  secretKey: canaries.secretKey,
});

/** What is wrong with an output whatever the command was; nothing is right. */
export function wrongWith(out: string, err: string): string[] {
  const both = out + err;
  return [
    ...canariesIn(out, err).map((form) => `holds a secret: ${form}`),
    ...(/\n\s+at .*[:(]\d+|node:internal|file:\/\//.test(both) ? ['a stack trace'] : []),
    ...wordsOfTheMachine(both),
    // eslint-disable-next-line no-control-regex
    ...(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(both)
      ? ['raw control characters']
      : []),
  ];
}

function wordsOfTheMachine(text: string): string[] {
  const found =
    /\bundefined\b|\[object |\bNaN\b|TypeError|RangeError|SyntaxError|UND_ERR|HPE_/.exec(text);
  return found
    ? [`words of the machine: ${text.slice(Math.max(0, found.index - 60), found.index + 60)}`]
    : [];
}
