import type { Interface } from '../../contract/interfaces.js';
import { placeholder, type ShellWord } from '../../text/shell.js';

/** Finds what is wrong with a refused request. Without a profile, the secret is given with an option. */
export const diagnoseCommand: Readonly<Record<Interface, readonly ShellWord[]>> = {
  gateway: diagnoseWith('--client-secret-file', 'CLIENT_SECRET_FILE'),
  session: diagnoseWith('--secret-key-file', 'SECRET_KEY_FILE'),
};

function diagnoseWith(option: string, variable: string): readonly ShellWord[] {
  return ['pvg', 'diagnose', placeholder('REQUEST_FILE'), option, placeholder(variable)];
}
