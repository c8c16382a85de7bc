import { records, type Interface, type InterfaceRecord } from '../contract/interfaces.js';
import type { Target } from '../contract/request.js';
import { PvgError } from '../failure.js';
import { fields, fieldsOf, fieldValues, type Field } from './fields.js';
import { ofVariable, type ResolvedProfile } from './resolve.js';

/** What a command cannot do without: `sign` needs no address, a dry run no secret. */
export interface Needs {
  readonly secret: boolean;
  /** true unless said. */
  readonly address?: boolean;
  /** The options of the command that give a value for this run: `--client-id`. */
  readonly options?: readonly string[];
}

/**
 * Where requests of an interface go, and what signs them. What stands in a body, which may come whole, is not
 * demanded here. @throws {PvgError} `profile-incomplete`, or `secret-missing` where only the secret is
 */
export function requireTarget(
  resolved: ResolvedProfile,
  place: Interface,
  { secret, address = true, options }: Needs = { secret: true },
): Target {
  const { headers, secret: own }: InterfaceRecord = records[place];
  const needed = {
    baseUrl: address,
    clientId: headers.clientId !== undefined,
    [own.member]: secret,
  } as Readonly<Partial<Record<Field['member'], boolean>>>;
  requireFields(resolved, place, ({ member }) => needed[member] === true, options);
  const values: Readonly<Partial<Record<Field['member'], string>>> = resolved[place];
  return { baseUrl: values.baseUrl ?? '', clientId: values.clientId, secret: values[own.member] };
}

function requireFields(
  resolved: ResolvedProfile,
  part: Interface,
  isNeeded: (field: Field) => boolean,
  options: readonly string[] = [],
): void {
  const values = fieldValues(resolved);
  const missing = fieldsOf(part).filter((field) => isNeeded(field) && values[field.path] === undefined);
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
