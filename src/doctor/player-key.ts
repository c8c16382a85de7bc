import type { Context } from '../context.js';
import { teamFolder } from '../support/journal/places.js';
import {
  asideFiles,
  damageWords,
  keyFile,
  readKeys,
  type Damage,
} from '../support/journal/player-key.js';
import { looseModesOf } from '../text/loose-mode.js';
import { shellLine } from '../text/shell.js';
import { checkResults, problem, warning, type CheckTrouble, type CheckResult } from './finding.js';

/** Checks the key with which the journal hashes names of players. Without it, earlier calls about a player are not found. */
export async function checkPlayerKey(context: Context): Promise<CheckResult[]> {
  const path = keyFile(context.folders.state);
  const team = teamFolder(context);
  const { keys, damage } = await readKeys(context, path);
  const loose = damage?.kind === 'unreadable' ? [] : await looseModesOf(context.files, [path]);
  const none = 'No key for players exists yet. pvg makes it when it keeps the first call.';
  const fine = keys.length === 0 ? none : `The journal knows players by the key in ${path}.`;
  const troubles = loose.map(({ says, fix }) => warning(says, fix));
  if (damage !== undefined) troubles.unshift(ownTrouble(path, damage));
  troubles.push(...(await asideTroubles(context)));
  const teamKey = team === undefined ? undefined : await teamTrouble(context, keyFile(team));
  return checkResults('player-key', fine, ...troubles, teamKey);
}

function ownTrouble(path: string, damage: Damage): CheckTrouble {
  const lost = 'Earlier calls about a player may not be found.';
  const repair =
    'Put back its key (64 hexadecimal digits in a line of their own), or delete what is damaged.';
  return damage.kind === 'unreadable'
    ? problem(`${path} ${damageWords(damage)} ${lost}`, accessFix(path, damage))
    : problem(`${path} ${damageWords(damage)} ${lost} ${repair}`, shellLine(['ls', '-l', path]));
}

const accessFix = (path: string, { code }: Damage): string =>
  code === 'EACCES' ? shellLine(['chmod', '0600', path]) : shellLine(['ls', '-ld', path]);

/** Troubles of the keys that pvg set aside and still reads. */
async function asideTroubles(context: Context): Promise<CheckTrouble[]> {
  const troubles: CheckTrouble[] = [];
  for (const path of await asideFiles(context)) {
    const { damage } = await readKeys(context, path);
    if (damage === undefined) continue;
    const says = `${path} is a damaged key that pvg set aside. Earlier calls about players are found again once it has its key. If there is no copy of the key, delete the file.`;
    troubles.push(warning(says, accessFix(path, damage)));
  }
  return troubles;
}

async function teamTrouble(context: Context, path: string): Promise<CheckTrouble | undefined> {
  const { damage } = await readKeys(context, path);
  if (damage === undefined) return undefined;
  return problem(
    `${path} ${damageWords(damage)} Colleagues may not find each other’s players.`,
    accessFix(path, damage),
  );
}
