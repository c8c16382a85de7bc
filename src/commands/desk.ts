import type { Context } from '../context.js';
import { type ExitStatus, onPvgError } from '../failure.js';
import { serveDesk } from '../desk/server.js';
import type { DeskProfile, DeskSituation } from '../desk/wire.js';
import { readNumber } from '../input/number-option.js';
import { addExamples, appendValue, type TypedFlags } from '../input/options.js';
import { evenIfQuiet, printNote } from '../output/print-result.js';
import { localName } from '../profiles/fields.js';
import { resolveProfile } from '../profiles/resolve.js';
import { lookupKinds } from '../service/outcome.js';
import { questionNames } from '../support/replies/asked-questions.js';
import {
  languageName,
  replyLanguages,
  type Situation,
  situations,
} from '../support/replies/situations.js';
import { findAction } from '../support/report/actions.js';
import type { RunLine } from '../tools/run.js';
import { PageAccess } from '../web/page-access.js';
import { openPage } from '../web/served-page.js';
import { addressLines, offerNewAddresses } from '../web/terminal.js';
import type { ProgramRegistration } from './registration.js';
import { isAmong } from '../text/is-among.js';

type DeskOptions = TypedFlags<'port'> & { readonly open: boolean };

/** @param run runs a command line of pvg: each request of the page is one */
export function register({ command, context, finish, run }: ProgramRegistration): void {
  addExamples(command, ['pvg desk', 'pvg desk --profile local --port 8790 --no-open']);
  let profileNames: readonly string[] = [];
  command
    // The global option keeps only its last value. The desk takes several profiles, so each value is collected here.
    .on('option:profile', (name: string) => {
      profileNames = appendValue(name, profileNames);
    })
    .option('--port <n>', 'the port on 127.0.0.1 (default: a free one)')
    .option('--no-open', 'do not open the browser')
    .addHelpText(
      'after',
      '\nServes a page for the browser of this computer, until Ctrl-C: paste a purchase, read the verdict, copy the reply, save\n' +
        'the report. It never verifies, signs, shows a token or opens a file; it writes only to the journal. It may use the\n' +
        'profiles named here, else the one that other commands use, else `local`. `pvg help desk` says more.',
    )
    .action((options: DeskOptions) => finish(runDesk(context, options, { profileNames, run })));
}

interface DeskRun {
  readonly profileNames: readonly string[];
  readonly run: RunLine;
}

async function runDesk(
  context: Context,
  options: DeskOptions,
  { profileNames, run }: DeskRun,
): Promise<ExitStatus> {
  const port = readNumber('--port', options.port, {
    usual: 0,
    min: 0,
    max: 65_535,
    isWhole: true,
  });
  const [typedName, ...otherNames] = new Set(profileNames);
  const firstProfile =
    typedName === undefined
      ? await resolveUsualProfile(context)
      : await resolveDeskProfile(context, typedName);
  const otherProfiles: DeskProfile[] = [];
  for (const name of otherNames) otherProfiles.push(await resolveDeskProfile(context, name));
  const access = new PageAccess();
  await serveDesk(context, {
    port,
    access,
    page: await openPage(context, 'desk'),
    profiles: [firstProfile, ...otherProfiles],
    languages: replyLanguages.map((code) => ({ code, name: languageName(code) })),
    // The outcome of a look-up is no question of a player: the page lists only what no look-up shows.
    situations: [...situations.keys()].filter((id) => !isLookupKind(id)).map(deskSituation),
    run,
    started: async (boundPort) => {
      // Each address opens one tab, so the browser and the person at the terminal get one each.
      const newAddress = (): string => access.addressWithCode(boundPort);
      const isBrowserAsked = options.open && (await context.openBrowser(newAddress()));
      for (const line of addressLines(context, { address: newAddress(), isBrowserAsked })) {
        await printNote(context, evenIfQuiet, line);
      }
      offerNewAddresses(context, newAddress);
    },
  });
  return 0;
}

/** The profile that other commands use without `--profile`; `local` if there is none. Says which one it is, because nobody typed it. */
async function resolveUsualProfile(context: Context): Promise<DeskProfile> {
  const usual = await resolveProfile(context, {}).catch(
    onPvgError((error): undefined => {
      if (error.code !== 'profile-missing') throw error;
    }),
  );
  // Each request of the page names its profile, so variables without a profile cannot be used.
  if (usual === undefined || usual.name === null) {
    const says = 'No profile is chosen: the page has `local` alone, with its demo purchases.';
    await printNote(context, evenIfQuiet, `${says} \`pvg desk --profile <name>\` has another.`);
    return resolveDeskProfile(context, localName);
  }
  const { name, environment, sources } = usual;
  const profile = await resolveDeskProfile(context, name);
  const says = `The page uses the profile ${name} (${environment}): ${sources.profile ?? ''}.`;
  await printNote(context, evenIfQuiet, says);
  return profile;
}

async function resolveDeskProfile(context: Context, name: string): Promise<DeskProfile> {
  const { environment, local, notes } = await resolveProfile(context, { profile: name });
  for (const { says } of notes) await printNote(context, evenIfQuiet, says);
  return { name, environment, isDemo: local === true };
}

/** No text is searched for the other situations. */
const mentions: Readonly<Partial<Record<Situation, string>>> = {
  ...questionNames,
  'need-receipt': 'an order without its receipt',
};

function deskSituation(id: Situation): DeskSituation {
  const { who, not, next } = findAction(id);
  return { id, mention: mentions[id] ?? '', who, not, next };
}

const isLookupKind = (id: string): boolean => isAmong(lookupKinds, id);
