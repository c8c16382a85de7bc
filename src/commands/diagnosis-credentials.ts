import type { Context } from '../context.js';
import type { Interface } from '../contract/interfaces.js';
import { PvgError } from '../failure.js';
import type { InputReader } from '../input/bytes.js';
import { readCredentials } from '../input/credentials.js';
import { type GlobalOptions, type Given } from '../input/options.js';
import { note } from '../output/present.js';
import { credentialOf, type ResolvedProfile } from '../profiles/resolve.js';
import { storedCredentials } from '../profiles/stored-credentials.js';
import { profileFor, type CredentialOptions } from '../calls/connection.js';

type Options = CredentialOptions & Given<'credentials', 'allProfiles'>;

/**
 * What a diagnosis tries, first the credential that should have signed: those of --credentials, or of the profile and the
 * stored ones of its environment. Stored profiles of other environments are used only with --all-profiles; `moreStored`
 * says that there are some.
 */
export async function diagnosisCredentials(
  context: Context,
  input: InputReader,
  globals: GlobalOptions,
  options: Options,
  called: Interface | undefined,
) {
  const all = options.allProfiles === true;
  const stored = async (profile?: ResolvedProfile) => {
    const found = await storedCredentials(
      context,
      all ? undefined : profile?.environment,
      profile?.name ?? null,
    );
    for (const text of found.notes) await note(context, globals, text);
    return found;
  };
  if (options.credentials !== undefined) {
    const given = await readCredentials(context, input, options.credentials);
    const others = all ? [...given.others, ...(await stored()).credentials] : given.others;
    return { ...given, others, profile: undefined, moreStored: false };
  }
  try {
    const profile = await profileFor(context, input, globals, options, {
      needsAddress: false,
      ...(called && { interface: called }),
    });
    const { credentials, leftOut } = await stored(profile);
    const primary = credentialOf(profile.name, profile);
    return { primary, others: credentials, profile, moreStored: leftOut };
  } catch (error) {
    // No profile was chosen: any stored one may be right.
    if (!all || !(error instanceof PvgError) || error.code !== 'profile-missing') throw error;
    const [primary, ...others] = (await stored()).credentials;
    if (primary === undefined) throw error;
    return { primary, others, profile: undefined, moreStored: false };
  }
}
