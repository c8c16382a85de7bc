import { isAbsolute } from 'node:path';
import { FileError, type Context } from '../context.js';
import { PvgError } from '../failure.js';
import { shellLine } from '../text/shell.js';

/** What a check finds; one that finds several problems has a finding for each. */
export interface Finding {
  /** `--json` prints it: a promise. */
  readonly id: string;
  readonly status: 'ok' | 'warning' | 'problem';
  /** One or two sentences, never with a secret or a value that may be one. */
  readonly says: string;
  /** A command to type; null if there is none. */
  readonly fix: string | null;
}

export type Trouble = Omit<Finding, 'id'>;

export const warning = (says: string, fix: string): Trouble => ({ status: 'warning', says, fix });
export const problem = (says: string, fix: string): Trouble => ({ status: 'problem', says, fix });

/** `fine`: what is said without a trouble. */
export const found = (
  id: string,
  fine: string,
  ...troubles: readonly (Trouble | false | undefined)[]
): Finding[] => {
  const all = troubles.filter((each) => each !== undefined && each !== false);
  return (all.length > 0 ? all : [{ status: 'ok' as const, says: fine, fix: null }]).map((each) => ({
    id,
    ...each,
  }));
};

/** Any other error is a fault of pvg and is thrown again. */
export function troubleFrom({ env }: Pick<Context, 'env'>, error: unknown): Trouble {
  if (!(error instanceof PvgError)) throw error;
  const { hint = '', about = '', cause } = error.details;
  const says = `${error.message} ${hint}`.trim();
  if (env[about]) return problem(says, `unset ${about}`);
  if (!isAbsolute(about)) return problem(says, `pvg profile ${about === '' ? 'list' : `show ${about}`}`);
  const isForbidden = cause instanceof FileError && cause.code === 'EACCES';
  return problem(says, shellLine(isForbidden ? ['chmod', 'u+rwX', about] : ['mv', about, `${about}.old`]));
}
