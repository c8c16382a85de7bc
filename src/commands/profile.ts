import type { Command } from 'commander';
import { choiceListOption } from '../input/choice-option.js';
import { addExamples, globalOptions } from '../input/options.js';
import type { CommandResult } from '../output/command-result.js';
import { profileFields } from '../profiles/fields.js';
import type { Invocation } from './profile-invocation.js';
import { runRemove, runRename, runUse } from './profile-manage.js';
import { runAdd, runExport, runImport, runSet } from './profile-save.js';
import { runList, runShow } from './profile-show.js';
import type { Registration } from './registration.js';

interface Subcommand {
  /** Its name and its arguments. */
  readonly words: string;
  readonly says: string;
  /** Gets its arguments as they are typed; commander refuses a command line without one in `<…>`. */
  readonly run: (call: Invocation, ...typed: string[]) => Promise<CommandResult>;
  readonly examples: readonly string[];
  /** What a new computer lacks for the examples. */
  readonly needs?: string;
  readonly addOptions?: (subcommand: Command) => Command;
}

/** Said with the examples, because a new computer has no stored profile. */
const needsStoredProfile =
  'The examples need a stored profile: `pvg profile list` shows yours, `pvg profile add --help` says how to store one.';

const keyringSays = 'keep the secrets in the system’s keyring, not in the file';

/** The sub-commands, in the order in which the help lists them. */
const subcommands: readonly Subcommand[] = [
  {
    words: 'add <name>',
    says: 'store the credentials of one game in one environment',
    run: runAdd,
    examples: [
      'pvg profile add game-dev --environment dev --gateway-url https://gateway.example --client-id my-client --client-secret-file client-secret',
      'printf my-key | pvg profile add game-prod --environment prod --session-url https://session.example --game-id my-game --secret-key-file -',
    ],
    needs: 'The example with `client-secret` needs the secret in that file.',
    addOptions: (subcommand) =>
      addFieldOptions(
        subcommand.option(
          '--environment <dev|prod>',
          'the environment; it cannot be changed later',
        ),
      ),
  },
  {
    words: 'list',
    says: 'all profiles, including built-in and damaged ones',
    run: runList,
    examples: ['pvg profile list'],
  },
  {
    words: 'show [name]',
    says: 'the values in use and their sources; secrets are shown as fingerprints',
    run: runShow,
    examples: ['pvg profile show local'],
  },
  {
    words: 'use <name>',
    says: 'the profile for commands without --profile',
    run: runUse,
    examples: ['pvg profile use local'],
  },
  {
    words: 'set <name>',
    says: 'change values',
    run: runSet,
    examples: [
      'pvg profile set game-dev --client-secret-file ./new-secret --yes',
      'pvg profile set game-prod --read-only',
      'pvg profile set game-dev --unset package',
    ],
    needs: needsStoredProfile,
    addOptions: (subcommand) =>
      addFieldOptions(subcommand)
        .addOption(
          choiceListOption(
            '--unset <fields>',
            'take values out of the profile; several with commas',
            profileFields.map(({ dashedName }) => dashedName),
          ),
        )
        .option('--no-read-only', 'allow verify again')
        .option('--no-keyring', 'move the secrets back into the file')
        .option('-y, --yes', 'change a secret, its address or --read-only without a question'),
  },
  {
    words: 'rename <name> <new-name>',
    says: 'give a profile another name',
    run: runRename,
    examples: ['pvg profile rename game-dev game-sandbox'],
    needs: needsStoredProfile,
  },
  {
    words: 'remove <name>',
    says: 'delete a profile and its secrets for good',
    run: runRemove,
    examples: ['pvg profile remove game-dev --yes'],
    needs: needsStoredProfile,
    addOptions: (subcommand) => subcommand.option('-y, --yes', 'do not ask'),
  },
  {
    words: 'import <file>',
    says: 'store a profile that `export` printed (- reads standard input)',
    run: runImport,
    examples: [
      `echo '{"name":"game-dev","environment":"dev","gatewayUrl":"https://gateway.example","clientId":"my-client"}' | pvg profile import -`,
    ],
    addOptions: (subcommand) => subcommand.option('--keyring', keyringSays),
  },
  {
    words: 'export <name>',
    says: 'print as JSON, without secrets',
    run: runExport,
    examples: ['pvg profile export game-dev'],
    needs: needsStoredProfile,
  },
];

export function register({ command, context, finish }: Registration): void {
  addExamples(command, ['pvg profile list', 'pvg profile show local', 'pvg profile add --help']);
  for (const { words, says, run, examples, needs, addOptions } of subcommands) {
    const subcommand = addExamples(command.command(words).description(says), examples, needs);
    addOptions?.(subcommand);
    subcommand.action(async () => {
      const call = { context, globals: globalOptions(subcommand), options: subcommand.opts() };
      await finish(await run(call, ...subcommand.args));
    });
  }
}

function addFieldOptions(command: Command): Command {
  for (const { option, placeholder, words, secret } of profileFields) {
    command.option(
      `${option} <${placeholder}>`,
      secret ? `file with the ${words}` : `the ${words}`,
    );
  }
  return command
    .option('--read-only', 'never send a verify with this profile; this does not guard its secret')
    .option('--keyring', keyringSays);
}
