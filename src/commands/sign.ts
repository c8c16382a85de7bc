import type { Context } from '../context.js';
import {
  endpoint,
  type Interface,
  type InterfaceRecord,
  interfaces,
  interfaceRecords,
} from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import { refuseNonJsonBody } from '../input/body.js';
import { InputReader } from '../input/bytes.js';
import { readLanguage, readSource } from '../input/language.js';
import { choiceOption, choiceArgument } from '../input/choice-option.js';
import {
  addExamples,
  globalOptions,
  readOnlyMeaning,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import { printJson } from '../text/json/json.js';
import { commandResult, type CommandResult, type View } from '../output/command-result.js';
import { printNote } from '../output/print-result.js';
import { writeRequest } from '../calls/request-text.js';
import { loadProfile, type CredentialOptions } from '../calls/connection.js';
import { requireTarget } from '../profiles/resolve.js';
import { signInSteps, type SignedSteps } from '../signing/steps.js';
import { languageNames } from '../languages/languages.js';
import { signerOf } from '../languages/signer.js';
import { joinWithAnd, nonEmptyTexts } from '../text/sentences.js';
import type { Registration } from './registration.js';

const shows = ['headers', 'steps', 'curl', 'json'] as const;
type Show = (typeof shows)[number];

type SignOptions = CredentialOptions &
  TypedFlags<'body' | 'timestamp' | 'snippet', 'force'> & { readonly show?: Show };

export function register({ command, context, finish }: Registration): void {
  addExamples(command, [
    `pvg sign session --profile local --body '{"gameId":"demo","username":"player-42"}'`,
    `pvg sign gateway --profile local --timestamp 1790000000 --body '{"os_id":1}' --show steps`,
    'pvg sign gateway --snippet python',
  ]);
  command
    .addArgument(choiceArgument('<interface>', 'the signing scheme', interfaces))
    .option('--body <text|@file|->', 'the exact bytes to sign')
    .option('--force', 'sign also what is the name of a file, is empty or is not JSON')
    .option('--timestamp <unix seconds>', 'gateway: the text of X-Timestamp (default: now)')
    .option('--client-id <id>', 'gateway: the client id, instead of the profile’s')
    .option('--client-secret-file <path|->', 'gateway: the client secret, instead of the profile’s')
    .option('--secret-key-file <path|->', 'session: the secret key, instead of the profile’s')
    .addOption(choiceOption('--show <what>', 'what to print (default: headers)', shows))
    .option(
      '--snippet <language>',
      `print a signer for a game server, a program as it stands: ${languageNames.join(', ')}`,
    )
    .addHelpText('after', `\n${readOnlyMeaning}`)
    .action((interfaceName: Interface, options: SignOptions) =>
      finish(runSign(context, globalOptions(command), { interfaceName, options })),
    );
}

/** The options that only the other interface uses. */
const foreignOptions: Readonly<
  Record<Interface, Readonly<Partial<Record<keyof SignOptions, string>>>>
> = {
  gateway: { secretKeyFile: '--secret-key-file' },
  session: {
    clientId: '--client-id',
    clientSecretFile: '--client-secret-file',
    timestamp: '--timestamp',
  },
};

function refuseForeign(id: Interface, options: SignOptions): void {
  const all = Object.entries(foreignOptions[id]);
  const given = all.filter(([name]) => name in options).map(([, option]) => option);
  if (given.length === 0) return;
  throw new PvgError('usage', `The ${id} interface does not use ${joinWithAnd(given, 'or')}.`, {
    hint: `Remove ${joinWithAnd(given)}, or sign for the other interface.`,
    section: interfaceRecords[id].section,
  });
}

async function runSign(
  context: Context,
  globals: GlobalOptions,
  { interfaceName, options }: { readonly interfaceName: Interface; readonly options: SignOptions },
): Promise<CommandResult> {
  refuseForeign(interfaceName, options);
  if (options.snippet !== undefined) {
    return snippetResult(context, interfaceName, options.snippet);
  }
  const { show = 'headers' } = options;
  const timestamp = options.timestamp ?? String(Math.floor(context.clock.now() / 1000));
  // §5.1: Unix seconds, now 10 digits. 13 digits would be milliseconds.
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new PvgError(
      'usage',
      '--timestamp must be Unix seconds, 10 digits: 13 are milliseconds.',
      {
        hint: 'Example: `--timestamp 1790000000`.',
        section: interfaceRecords.gateway.section,
      },
    );
  }
  const input = new InputReader(context);
  if (options.body === undefined) {
    throw new PvgError('usage', 'Missing: --body.', {
      hint: 'Pass the exact bytes to sign: text, `@<file>`, or `-` for standard input.',
    });
  }
  const forced = options.force === true;
  const { bytes: body, source } = await input.readRefusingFileName('--body', options.body, forced);
  if (!forced) refuseNonJsonBody(body);
  if (source !== 'argument' && body.at(-1) === 0x0a) {
    await printNote(context, globals, 'The body ends with a line break, which is signed too.');
  }
  const flags = {
    interface: interfaceName,
    // Only the form `curl` shows an address.
    needsAddress: show === 'curl',
    clientId: options.clientId,
  };
  const profile = await loadProfile(context, { input, globals, options, flags });
  const {
    baseUrl,
    clientId,
    secret = '',
  } = requireTarget(profile, interfaceName, { address: false });
  const signed = signInSteps(interfaceRecords[interfaceName], secret, {
    clientId,
    timestamp,
    body,
  });
  return commandResult('sign', {
    profile: profile.name,
    environment: profile.environment,
    interface: interfaceName,
    answer: signed.values,
    view:
      show === 'curl' ? curlView(interfaceName, signed, { baseUrl, body }) : dataView(show, signed),
  });
}

function dataView(show: Exclude<Show, 'curl'>, { headers, steps, values }: SignedSteps): View {
  const lines = {
    headers: headers.map(([name, value]) => `${name}: ${value}`),
    steps: steps.map(([label, value]) => `${label}\n  ${value}`),
    json: [printJson(values, { indent: 2 })],
  };
  return { data: `${lines[show].join('\n')}\n` };
}

interface CurlParts {
  readonly baseUrl: string;
  readonly body: Uint8Array;
}

function curlView(
  interfaceName: Interface,
  { headers }: SignedSteps,
  { baseUrl, body }: CurlParts,
): View {
  const { example }: InterfaceRecord = interfaceRecords[interfaceName];
  // Signing needs no address. If there is none, the command gets a placeholder.
  const url = endpoint(baseUrl || 'https://BASE_URL', example.path);
  return {
    data: writeRequest({ method: 'POST', url, headers, body }, 'curl'),
    notes: nonEmptyTexts(
      example.says,
      // Such a name never resolves (RFC 2606): the built-in profile has one.
      /\.invalid$/.test(baseUrl) &&
        `Nothing listens at ${baseUrl}: replace it with the address of \`pvg emulate\`.`,
    ),
  };
}

async function snippetResult(
  context: Context,
  interfaceName: Interface,
  name: string,
): Promise<CommandResult> {
  const language = readLanguage('--snippet', name);
  const { text: code } = signerOf(await readSource(context, language), interfaceName);
  return commandResult('sign', {
    interface: interfaceName,
    answer: { interface: interfaceName, language, code },
    view: { data: code },
  });
}
