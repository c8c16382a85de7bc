import type { Context } from '../context.js';
import { addressOf } from '../contract/profile.js';
import { listProfiles } from './fields.js';

/** The name of the only stored profile of prod; undefined if there is none, or several among which a person has to choose. */
export async function findProdProfile(context: Context): Promise<string | undefined> {
  const { assistant } = context;
  const found = await listProfiles(context);
  const names = found.flatMap(({ name, profile }) => {
    const isUsable = profile !== null && addressOf(profile, 'gateway') !== undefined;
    // An assistant gets no names of other profiles.
    const isShown = assistant === undefined || assistant.profiles.includes(name);
    return isUsable && isShown && profile.environment === 'prod' ? [name] : [];
  });
  return names.length === 1 ? names[0] : undefined;
}
