import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import type { Profile } from '../contract/profile.js';
import { onPvgError, PvgError } from '../failure.js';
import { InputReader } from '../input/bytes.js';
import { addExamples, globalOptions } from '../input/options.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import {
  addProfile,
  importProfile,
  setProfile,
  type Risk,
  type SavedProfile,
} from '../profiles/edit.js';
import {
  addFirst,
  filledFields,
  interfacesOf,
  listProfiles,
  localName,
  localProfile,
  pickFieldValues,
  plainFields,
  profileFields,
  readStored,
  requireNew,
  requireStored,
} from '../profiles/fields.js';
import { resolveProfile } from '../profiles/resolve.js';
import { profileIn } from '../profiles/store.js';
import { shownFingerprint } from '../signing/digest.js';
import { parseRecord, type Printable, printJson } from '../text/json/json.js';
import { decodeFileText } from '../text/utf8.js';
import {
  confirm,
  profileFacts,
  readGivenProfile,
  noteLooseModes,
  noteEachOnce,
  yesNo,
  type Invocation,
} from './profile-invocation.js';
import type { Registration } from './registration.js';

type RunSubcommand = (call: Invocation, ...words: string[]) => Promise<CommandResult>;

interface Subcommand {
  /** Its name and its arguments. */
  readonly words: string;
  readonly says: string;
  readonly run: RunSubcommand;
  readonly examples: readonly string[];
  /** What a new computer lacks for them. */
  readonly needs?: string;
}

type Define = (subcommand: Subcommand) => Command;

export function register({ command, context, finish }: Registration): void {
  addExamples(command, ['pvg profile list', 'pvg profile show local', 'pvg profile add --help']);
  const define: Define = ({ words, says, run, examples, needs }) => {
    const subcommand = addExamples(command.command(words).description(says), examples, needs);
    return subcommand.action(async () => {
      const call = { context, globals: globalOptions(subcommand), options: subcommand.opts() };
      await finish(await run(call, ...subcommand.args));
    });
  };
  addFieldOptions(
    define({
      words: 'add <name>',
      says: 'store the credentials of one game in one environment',
      run: runAdd,
      examples: [
        'pvg profile add game-dev --environment dev --gateway-url https://gateway.example --client-id my-client --client-secret-file client-secret',
        'printf my-key | pvg profile add game-prod --environment prod --session-url https://session.example --game-id my-game --secret-key-file -',
      ],
      needs: 'The example with `client-secret` needs the secret in that file.',
    }).option('--environment <dev|prod>', 'the environment; it cannot be changed later'),
  );
  define({
    words: 'list',
    says: 'all profiles, including built-in and damaged ones',
    run: runList,
    examples: ['pvg profile list'],
  });
  define({
    words: 'show [name]',
    says: 'the values in use and their sources; secrets are shown as fingerprints',
    run: runShow,
    examples: ['pvg profile show local'],
  });
  define({
    words: 'use <name>',
    says: 'the profile for commands without --profile',
    run: runUse,
    examples: ['pvg profile use local'],
  });
  defineChanges(define);
}

function defineChanges(define: Define): void {
  const defineStored: Define = (subcommand) => define({ ...subcommand, needs: needsStoredProfile });
  addFieldOptions(
    defineStored({
      words: 'set <name>',
      says: 'change values',
      run: runSet,
      examples: [
        'pvg profile set game-dev --client-secret-file ./new-secret --yes',
        'pvg profile set game-prod --read-only',
      ],
    }),
  )
    .option('--no-read-only', 'allow verify again')
    .option('--no-keyring', 'move the secrets back into the file')
    .option('-y, --yes', 'change a secret, its address or --read-only without a question');
  defineStored({
    words: 'rename <name> <new-name>',
    says: 'give a profile another name',
    run: runRename,
    examples: ['pvg profile rename game-dev game-sandbox'],
  });
  defineStored({
    words: 'remove <name>',
    says: 'delete a profile and its secrets for good',
    run: runRemove,
    examples: ['pvg profile remove game-dev --yes'],
  }).option('-y, --yes', 'do not ask');
  define({
    words: 'import <file>',
    says: 'store a profile that `export` printed (- reads standard input)',
    run: runImport,
    examples: [
      `echo '{"name":"game-dev","environment":"dev","gatewayUrl":"https://gateway.example","clientId":"my-client"}' | pvg profile import -`,
    ],
  }).option('--keyring', keyringSays);
  defineStored({
    words: 'export <name>',
    says: 'print as JSON, without secrets',
    run: runExport,
    examples: ['pvg profile export game-dev'],
  });
}

/** Stands above the examples of some commands: a new machine has no stored profile. */
const needsStoredProfile =
  'The examples need a stored profile: `pvg profile list` shows yours, `pvg profile add --help` says how to store one.';

const keyringSays = 'keep the secrets in the system’s keyring, not in the file';

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

/** What `export` prints and `import` reads: no secrets. */
const exportedJson = (profile: Profile): Record<string, string | boolean> => ({
  name: profile.name,
  environment: profile.environment,
  readOnly: profile.readOnly,
  ...(pickFieldValues(profile, plainFields) as Record<string, string>),
});

async function savedResult(
  call: Invocation,
  verb: 'add' | 'set' | 'import',
  { profile, path, notes }: SavedProfile,
): Promise<CommandResult> {
  const { name, environment } = profile;
  await noteEachOnce(call, `Written: ${path}`, ...notes);
  return commandResult(`profile ${verb}`, {
    profile: name,
    environment,
    answer: { ...exportedJson(profile), path, notes },
    view: {
      headline: `The profile ${name} (${environment}) is ${verb === 'set' ? 'changed' : 'stored'}.`,
      mood: 'good',
      facts: profileFacts(profile),
      nextCommand: `pvg profile show ${name}`,
    },
  });
}

const runAdd: RunSubcommand = async (call, name = '') =>
  savedResult(call, 'add', await addProfile(call.context, name, readGivenProfile(call)));

const riskWords = (name: string): Readonly<Record<Risk, string>> => ({
  secret: `Deleting the old secret of the profile ${name} for good`,
  address: `Sending the stored secret of the profile ${name} to another address`,
  'read-only': `Allowing verify with the prod profile ${name}`,
});

const runSet: RunSubcommand = async (call, name = '') => {
  const ask = (risk: Risk) => confirm(call, name, riskWords(name)[risk]);
  const change = { name, confirm: ask };
  return savedResult(call, 'set', await setProfile(call.context, readGivenProfile(call), change));
};

const runList: RunSubcommand = async (call) => {
  const stored = await listProfiles(call.context);
  await noteLooseModes(call, ...stored.map(({ name }) => name));
  const all = [{ name: localName, profile: localProfile, error: null }, ...stored];
  const notes = all.flatMap(({ error }) => error?.message ?? []);
  const addNote = onPvgError(({ message }) => void notes.push(message));
  const chosen = await call.context.profiles.chosen().catch(addNote);
  const readable = all.findLast(({ profile }) => profile !== null)?.name ?? localName;
  const answer = all.map(({ name, profile }) => ({
    name,
    environment: profile?.environment ?? null,
    interfaces: profile && interfacesOf(profile),
    package: profile?.package ?? null,
    readOnly: profile && profile.readOnly,
    chosen: name === chosen,
    builtIn: name === localName,
    damaged: profile === null,
  }));
  const rows = answer.map(({ name, environment, interfaces, readOnly, chosen: isChosen }) => [
    name,
    environment ?? 'damaged',
    interfaces?.join(', ') ?? 'unknown',
    readOnly === null ? 'unknown' : yesNo(readOnly),
    yesNo(isChosen),
  ]);
  return commandResult('profile list', {
    answer,
    view: {
      table: { head: ['Profile', 'Environment', 'Interfaces', 'Read-only', 'Chosen'], rows },
      notes,
      nextCommand: stored.length === 0 ? addFirst : `pvg profile show ${readable}`,
    },
  });
};

const runShow: RunSubcommand = async (call, typed) => {
  const { context } = call;
  const resolved = await resolveProfile(context, { profile: typed ?? call.globals.profile });
  const { name, environment, local, sources } = resolved;
  const notes = resolved.notes.map(({ says }) => says);
  await noteEachOnce(call, ...notes);
  const sourceOf = (id: keyof typeof sources): string | null => sources[id] ?? null;
  const values = filledFields(resolved).map(({ field, value }): [string, Printable] => {
    const shown = field.secret ? { fingerprint: shownFingerprint(value) } : { value };
    return [field.name, { ...shown, source: sourceOf(field.name) }];
  });
  return commandResult('profile show', {
    profile: name,
    environment,
    answer: {
      name,
      source: sourceOf('profile'),
      readOnly: resolved.readOnly,
      environment: { value: environment, source: sourceOf('environment') },
      ...Object.fromEntries(values),
      path: name === null || local ? null : context.profiles.path(name),
      notes,
    },
    view: {
      headline: `${name ?? 'Without a stored profile'} (${environment})`,
      facts: [
        { label: 'profile', value: `${name ?? '(none)'} (${sources.profile ?? ''})` },
        ...profileFacts(resolved, sources),
      ],
      nextCommand: name === null ? undefined : `pvg doctor --profile ${name}`,
    },
  });
};

const runUse: RunSubcommand = async (call, name = '') => {
  const { context } = call;
  const isLocal = name === localName;
  const { chosen, path } = await context.profiles.withLock(async () => ({
    chosen: isLocal ? localProfile : await readStored(context, name, false),
    path: await context.profiles.choose(name),
  }));
  const { environment, readOnly } = chosen;
  if (!isLocal) await noteLooseModes(call, name);
  await noteEachOnce(call, `Written: ${path}`);
  const effect = readOnly
    ? 'This profile is read-only, so it never verifies.'
    : `A verify there records the purchase. The game’s own verify then gets HTTP 409, and the game must not grant. For support, forbid it: \`pvg profile set ${name} --read-only\`.`;
  const isProd = environment === 'prod';
  const prodNote = `They call prod now: real purchases and real players. ${effect}`;
  return commandResult('profile use', {
    profile: name,
    environment,
    answer: { chosen: name },
    view: {
      headline: `Commands without --profile, PVG_PROFILE or .pvg.json now use ${name} (${environment}).`,
      mood: isProd ? 'careful' : 'good',
      notes: isProd ? [prodNote] : [],
      nextCommand: 'pvg profile show',
    },
  });
};

const runRename: RunSubcommand = async (call, oldName = '', newName = '') => {
  const { profiles } = call.context;
  await profiles.withLock(async () => {
    await readStored(call.context, oldName, false);
    await requireNew(call.context, newName);
    const isChosen = (await profiles.chosen()) === oldName;
    await profiles.rename(oldName, newName);
    if (isChosen) await profiles.choose(newName);
  });
  const path = profiles.path(newName);
  await noteEachOnce(call, `Written: ${path}`);
  return commandResult('profile rename', {
    profile: newName,
    answer: { name: newName, formerName: oldName, path },
    view: {
      headline: `The profile ${oldName} is now called ${newName}.`,
      mood: 'good',
      nextCommand: `pvg profile show ${newName}`,
    },
  });
};

const runRemove: RunSubcommand = async (call, name = '') => {
  const { context, options } = call;
  const { profiles } = context;
  await requireStored(context, name);
  const readPlain = (): Promise<Profile | undefined> =>
    unlessDamaged(profiles.read(name, { secrets: false }));
  const before = await readPlain();
  await confirm(call, name, `Deleting the profile ${name} and its secrets for good`);
  const { leftInKeyring, isChosen } = await profiles.withLock(async () => {
    await requireStored(context, name);
    const isSame = isDeepStrictEqual(await readPlain(), before);
    if (options.yes !== true && !isSame) throw changedMeanwhileError(name);
    const wasChosen = (await profiles.chosen()) === name;
    const stays = await profiles.remove(name);
    if (wasChosen) await profiles.choose(undefined);
    return { leftInKeyring: stays, isChosen: wasChosen };
  });
  if (leftInKeyring !== undefined) await noteEachOnce(call, leftInKeyring);
  if (isChosen) await noteEachOnce(call, 'Now no profile is chosen.');
  return commandResult('profile remove', {
    profile: name,
    answer: { name },
    view: {
      headline: `The profile ${name} is deleted.`,
      mood: 'good',
      nextCommand: 'pvg profile list',
    },
  });
};

/** The profile; undefined for a damaged one, which can be removed too. */
const unlessDamaged = (read: Promise<Profile | undefined>): Promise<Profile | undefined> =>
  read.catch(onPvgError(() => undefined));

const changedMeanwhileError = (name: string): PvgError =>
  new PvgError(
    'unconfirmed',
    `Another pvg changed the profile ${name} while you were asked. Nothing was changed.`,
    {
      hint: 'Look at the profile, then run the command again.',
      nextCommand: `pvg profile show ${name}`,
    },
  );

const runExport: RunSubcommand = async (call, name = '') => {
  const profile = await readStored(call.context, name, false);
  await noteLooseModes(call, name);
  const answer = exportedJson(profile);
  return commandResult('profile export', {
    profile: name,
    environment: profile.environment,
    answer,
    view: { data: `${printJson(answer, { indent: 2 })}\n` },
  });
};

const runImport: RunSubcommand = async (call, file = '') => {
  const { context } = call;
  const input = new InputReader(context);
  const bytes = await (file === '-' ? input.stdin('<file>') : input.file('<file>', file));
  const record = parseRecord(decodeFileText(bytes) ?? '');
  const name = record?.['name'];
  const imported = record && typeof name === 'string' ? profileIn(name, record) : undefined;
  if (imported === undefined) {
    throw new PvgError('input-unreadable', 'The file to import is not a profile.', {
      hint: 'Use a file that `pvg profile export` wrote: one profile with its name and `"environment": "dev"` or `"prod"`.',
    });
  }
  return savedResult(
    call,
    'import',
    await importProfile(context, imported, readGivenProfile(call)),
  );
};
