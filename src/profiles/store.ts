import type { Profile } from './profile.js';

/** The stored profiles: one JSON file each, 0600 in a 0700 folder. */
export interface ProfileStore {
  /** Names in alphabetical order, damaged ones included. */
  names(): Promise<readonly string[]>;
  /** undefined when there is none of that name. @throws {PvgError} `configuration-unreadable`, naming the file, quoting nothing of it */
  read(name: string, options?: ReadOptions): Promise<Profile | undefined>;
  /** The profile with the secrets that its keyring entry holds. @throws {PvgError} `keyring-unavailable` */
  withSecrets(profile: Profile): Promise<Profile>;
  /**
   * Writes, reads back and only then returns; the path written. A new profile never replaces one.
   * @throws {PvgError} `configuration-unwritable`, `output-unwritable`, `profile-exists`
   */
  write(profile: Profile, options?: { readonly isNew?: boolean }): Promise<string>;
  /** Under another name, kept-aside files too; the path. @throws {PvgError} `profile-exists` */
  rename(from: string, to: string): Promise<string>;
  path(name: string): string;
  /** Moves the file aside, 0600; where. */
  setAside(name: string): Promise<string>;
  /** Like setAside, but the profile stays; where the copy is. */
  copyAside(name: string): Promise<string>;
  /** Files kept aside for a name, oldest first. */
  keptAside(name: string): Promise<readonly string[]>;
  /** Deletes the profile and all kept aside for it, for good; how many files. */
  purge(name: string): Promise<number>;
  chosen(): Promise<string | undefined>;
  /** What `"journal"` in settings.json says; undefined where it says nothing. @throws {PvgError} `configuration-unreadable` */
  journal(): Promise<boolean | undefined>;
  /** Where the choice is stored. */
  choose(name: string | undefined): Promise<string>;
  /** A sentence for each file or folder of the store whose mode is looser than 0600 / 0700. */
  looseModes(name: string): Promise<readonly string[]>;
}

export interface ReadOptions {
  /** false: what the file itself holds will do, and no keyring is asked. */
  readonly secrets?: boolean;
}

/** The files alone: without the secrets that a keyring holds. */
export interface FileStore extends Omit<ProfileStore, 'withSecrets'> {
  /** The keyring entries that its file and those kept aside name. */
  entries(name: string): Promise<readonly string[]>;
}
