import type { Profile } from './profile.js';

/** The stored profiles: one JSON file each, 0600 in a 0700 folder. */
export interface ProfileStore {
  /** Names in alphabetical order, damaged ones included. */
  names(): Promise<readonly string[]>;
  /** undefined if there is no such profile. @throws {PvgError} `configuration-unreadable`, naming the file, quoting nothing of it */
  read(name: string, options?: ReadOptions): Promise<Profile | undefined>;
  /** The profile with the secrets of its keyring entry. @throws {PvgError} `keyring-unavailable` */
  withSecrets(profile: Profile): Promise<Profile>;
  /**
   * Writes, reads back and only then returns; the path written. A new profile never replaces one.
   * @throws {PvgError} `configuration-unwritable`, `output-unwritable`, `profile-exists`
   */
  write(profile: Profile, options?: { readonly isNew?: boolean }): Promise<string>;
  /** Renames the profile and its old files; returns the path. @throws {PvgError} `profile-exists` */
  rename(from: string, to: string): Promise<string>;
  path(name: string): string;
  /** Moves the file to the old files, 0600; returns the new path. */
  setAside(name: string): Promise<string>;
  /** Like setAside, but the profile stays; returns the path of the copy. */
  copyAside(name: string): Promise<string>;
  /** The old files of a profile, oldest first. */
  keptAside(name: string): Promise<readonly string[]>;
  /** Deletes the profile and its old files for good; returns the number of files. */
  purge(name: string): Promise<number>;
  chosen(): Promise<string | undefined>;
  /** The value of `"journal"` in settings.json, a text being a team's folder; undefined if not set. @throws {PvgError} `configuration-unreadable` */
  journal(): Promise<boolean | string | undefined>;
  /** Returns the path of the file with the choice. */
  choose(name: string | undefined): Promise<string>;
  /** A sentence for each file or folder of the store whose mode is looser than 0600 / 0700. */
  looseModes(name: string): Promise<readonly string[]>;
}

export interface ReadOptions {
  /** false: the values in the file are enough, and the keyring is not used. */
  readonly secrets?: boolean;
}

/** Only the files, without secrets from a keyring. */
export interface FileStore extends Omit<ProfileStore, 'withSecrets'> {
  /** The keyring entries named in its file and its old files. */
  entries(name: string): Promise<readonly string[]>;
}
