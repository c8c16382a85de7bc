import { isAbsolute } from 'node:path';
import type { Context } from '../context.js';
import { parseEnvironment } from '../contract/environments.js';
import { FileError } from '../file-access.js';
import type { PvgError } from '../failure.js';
import {
  listVariables,
  profileSetCommand,
  secretFields,
  type ProfileField,
} from '../profiles/fields.js';
import { shellLine } from '../text/shell.js';

/** One finding of a check. A check that finds several problems has a finding for each. */
export interface CheckResult {
  /** Printed by `--json`, so it never changes. */
  readonly id: string;
  readonly status: 'ok' | 'warning' | 'problem';
  /** One or two sentences, never with a secret or a value that may be one. */
  readonly says: string;
  /** A command to type; null if there is none. */
  readonly fix: string | null;
  /** Set if the command is for developers, or for one of two causes: the next command is another check. */
  readonly fixFor?: 'developer';
}

export type CheckTrouble = Omit<CheckResult, 'id'>;

export function warning(says: string, fix: string | null): CheckTrouble {
  return {
    status: 'warning',
    says,
    fix,
  };
}
export function problem(says: string, fix: string): CheckTrouble {
  return {
    status: 'problem',
    says,
    fix,
  };
}

/** A trouble with a command for developers, such as curl. */
export function forDevelopers(trouble: CheckTrouble): CheckTrouble {
  return { ...trouble, fixFor: 'developer' };
}

/** @param fine the sentence if there is no trouble */
export function checkResults(
  id: string,
  fine: string,
  ...troubles: readonly (CheckTrouble | false | undefined)[]
): CheckResult[] {
  const all = troubles.filter((each) => each !== undefined && each !== false);
  const none: CheckTrouble = { status: 'ok', says: fine, fix: null };
  return (all.length > 0 ? all : [none]).map((each) => ({ id, ...each }));
}

/** Whether a variable names the file of a secret; its value may be the secret itself, so no sentence repeats it. */
export function isSecretFile(variable: string | undefined): boolean {
  return secretFields.some(({ fileVariable }) => fileVariable === variable);
}

/** The finding for an error: its fix is for the variable, the file or the profile that caused it. */
export function troubleFrom({ env }: Pick<Context, 'env'>, error: PvgError): CheckTrouble {
  const { hint = '', about = '', nextCommand, cause } = error.details;
  const isForbidden = cause instanceof FileError && cause.code === 'EACCES';
  const says = `${error.message} ${hint}`.trim();
  if (env[about] && isSecretFile(about)) {
    return problem(says, nextCommand ?? `ls -l "$(printenv ${about})"`);
  }
  if (about === 'PVG_ENVIRONMENT' && parseEnvironment(env[about] ?? '') === undefined) {
    // Without the variable the call may count as prod, so its value is corrected, not removed.
    return problem(says, `export ${about}="$ENVIRONMENT"`);
  }
  if (env[about]) return problem(says, `unset ${about}`);
  if (nextCommand !== undefined) return problem(says, nextCommand);
  // What `about` names is no variable here: it is a profile or the path of a file.
  if (!isAbsolute(about)) {
    return problem(says, `pvg profile ${about === '' ? 'list' : `show ${about}`}`);
  }
  const moveAway = ['mv', about, `${about}.old`];
  return problem(says, shellLine(isForbidden ? ['chmod', 'u+rwX', about] : moveAway));
}

/** The command that sets these values where they came from: in their variables or in the profile. */
export function settingCommand(
  { env }: Pick<Context, 'env'>,
  profile: string | null,
  wrong: readonly ProfileField[],
): string {
  const variables = wrong.map((field) => listVariables(field).find((name) => env[name]));
  if (profile !== null && variables.every((name) => name === undefined)) {
    return profileSetCommand(profile, wrong);
  }
  // The last variable of a secret is the one for its file.
  const names = wrong.map((field, index) => variables[index] ?? listVariables(field).at(-1) ?? '');
  return `export ${names.map((name) => `${name}="$${name.replace('PVG_', '')}"`).join(' ')}`;
}

const tls = 'NODE_TLS_REJECT_UNAUTHORIZED';

export function uncheckedTls({ env }: Pick<Context, 'env'>): CheckTrouble | undefined {
  return env[tls] === '0'
    ? problem(
        `With ${tls}=0 Node accepts any certificate, so any server could answer.`,
        `unset ${tls}`,
      )
    : undefined;
}
