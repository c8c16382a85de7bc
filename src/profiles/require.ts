import type { Interface } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { fields, fieldsOf, fieldValues, type Field } from './fields.js';
import { ofVariable } from './overrides.js';
import type { ResolvedProfile } from './resolve.js';

/** What a command cannot do without: `sign` needs no address, a dry run no secret. */
export interface Needs {
  readonly secret: boolean;
  /** true unless said. */
  readonly address?: boolean;
  /** The options of the command that give a value for this run: `--client-id`. */
  readonly options?: readonly string[];
}

type Address<Wanted extends Needs> = Wanted['address'] extends false ? string | undefined : string;
type Secret<Wanted extends Needs> = Wanted['secret'] extends true ? string : string | undefined;

interface Gateway<Wanted extends Needs> {
  readonly baseUrl: Address<Wanted>;
  readonly clientId: string;
  readonly clientSecret: Secret<Wanted>;
}

/** @throws {PvgError} `profile-incomplete`, or `secret-missing` where only the secret is */
export function requireGateway<const Wanted extends Needs = { secret: true }>(
  resolved: ResolvedProfile,
  needs?: Wanted,
): Gateway<Wanted> {
  requireFields(resolved, 'gateway', ['clientId', ...members(needs, 'clientSecret')], needs?.options);
  return resolved.gateway as Gateway<Wanted>;
}

interface Session<Wanted extends Needs> {
  readonly baseUrl: Address<Wanted>;
  readonly gameId: string | undefined;
  readonly secretKey: Secret<Wanted>;
}

/**
 * The game id stands in the body, which may come whole: it is not demanded here.
 * @throws {PvgError} `profile-incomplete`, or `secret-missing` where only the secret is
 */
export function requireSession<const Wanted extends Needs = { secret: true }>(
  resolved: ResolvedProfile,
  needs?: Wanted,
): Session<Wanted> {
  requireFields(resolved, 'session', members(needs, 'secretKey'), needs?.options);
  return resolved.session as Session<Wanted>;
}

const members = (
  { secret, address = true }: Needs = { secret: true },
  secretName: Field['member'],
): Field['member'][] => [...(address ? (['baseUrl'] as const) : []), ...(secret ? [secretName] : [])];

function requireFields(
  resolved: ResolvedProfile,
  part: Interface,
  needed: readonly Field['member'][],
  options: readonly string[] = [],
): void {
  const values = fieldValues(resolved);
  const missing = fieldsOf(part).filter(
    ({ member, path }) => needed.includes(member) && values[path] === undefined,
  );
  if (missing.length === 0) return;
  throw new PvgError(
    missing.every(({ secret }) => secret) ? 'secret-missing' : 'profile-incomplete',
    `${whoOf(resolved)} has no ${missing.map(({ words }) => words).join(', no ')}.`,
    { hint: missingHint(resolved.name, missing, options) },
  );
}

function whoOf({ name, sources }: ResolvedProfile): string {
  if (name !== null) return `The profile ${name}`;
  return fields.some(({ path, variable }) => sources[path] === ofVariable(variable))
    ? 'What the environment variables describe'
    : 'What the options give';
}

function missingHint(name: string | null, missing: readonly Field[], options: readonly string[]): string {
  const variables = missing.map(({ variable }) => variable).join(', ');
  const takes = missing.filter(({ option }) => options.includes(option));
  const add = takes.length === 0 ? [] : [`add \`${optionsFor(takes)}\``];
  const ways =
    name === null
      ? [...add, `set ${variables}`, 'name a stored profile with --profile']
      : [`run \`pvg profile set ${name} ${optionsFor(missing)}\``, ...add, `set ${variables}`];
  const says = `${ways.slice(0, -1).join(', ')}, or ${ways.at(-1) ?? ''}.`;
  return says.charAt(0).toUpperCase() + says.slice(1);
}

/** `--gateway-url <url> --client-secret-file <path>` */
export const optionsFor = (wanted: readonly Field[]): string =>
  wanted
    .map(
      ({ option, member, secret }) => `${option} <${secret ? 'path' : member === 'baseUrl' ? 'url' : 'id'}>`,
    )
    .join(' ');
