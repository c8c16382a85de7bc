import { posix, win32 } from 'node:path';
import type { Folders } from '../context.js';

interface FolderOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, as the system reports it. */
  readonly home: string;
  /** A value of `process.platform`. */
  readonly platform: string;
  /** The base of a relative `PVG_CONFIG_DIR`. */
  readonly workingFolder: string;
}

/** Where pvg stores its files: `PVG_CONFIG_DIR` and `PVG_STATE_DIR`, otherwise the platform's own places. */
export function openFolders(options: FolderOptions): Folders {
  const { env, platform, workingFolder } = options;
  const { resolve } = platform === 'win32' ? win32 : posix;
  const { config, state } = platform === 'win32' ? windowsFolders(options) : unixFolders(options);
  return {
    config: env.PVG_CONFIG_DIR ? resolve(workingFolder, env.PVG_CONFIG_DIR) : config,
    state: env.PVG_STATE_DIR ? resolve(workingFolder, env.PVG_STATE_DIR) : state,
  };
}

const windowsFolders = ({ env, home }: FolderOptions): Folders => ({
  config: win32.join(env.APPDATA || win32.join(home, 'AppData', 'Roaming'), 'pvg'),
  state: win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'pvg', 'state'),
});

function unixFolders({ env, home, platform }: FolderOptions): Folders {
  const isMac = platform === 'darwin';
  // XDG Base Directory Specification: a relative path is invalid and must be ignored.
  const within = (folder: string | undefined, usual: string): string =>
    folder && posix.isAbsolute(folder) ? posix.join(folder, 'pvg') : posix.join(home, usual);
  return {
    config: within(env.XDG_CONFIG_HOME, isMac ? 'Library/Application Support/pvg' : '.config/pvg'),
    state: within(env.XDG_STATE_HOME, isMac ? 'Library/Application Support/pvg/state' : '.local/state/pvg'),
  };
}
