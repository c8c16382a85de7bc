import { posix, win32 } from 'node:path';
import type { Folders } from '../context.js';

interface FolderOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: string;
  /** The base of a relative `PVG_CONFIG_DIR`. */
  readonly workingFolder: string;
}

/** Where pvg stores its files: `PVG_CONFIG_DIR` and `PVG_STATE_DIR`, otherwise the platform's own places. */
export function openFolders({ env, home, platform, workingFolder }: FolderOptions): Folders {
  const { join, resolve, isAbsolute } = platform === 'win32' ? win32 : posix;
  // XDG Base Directory Specification: a relative path is invalid and must be ignored.
  const within = (folder: string | undefined, usual: string): string =>
    folder && isAbsolute(folder) ? join(folder, 'pvg') : join(home, usual);
  const isMac = platform === 'darwin';
  const [config, state] =
    platform === 'win32'
      ? [
          within(env.APPDATA, 'AppData/Roaming/pvg'),
          join(within(env.LOCALAPPDATA, 'AppData/Local/pvg'), 'state'),
        ]
      : [
          within(env.XDG_CONFIG_HOME, isMac ? 'Library/Application Support/pvg' : '.config/pvg'),
          within(
            env.XDG_STATE_HOME,
            isMac ? 'Library/Application Support/pvg/state' : '.local/state/pvg',
          ),
        ];
  return {
    config: env.PVG_CONFIG_DIR ? resolve(workingFolder, env.PVG_CONFIG_DIR) : config,
    state: env.PVG_STATE_DIR ? resolve(workingFolder, env.PVG_STATE_DIR) : state,
  };
}
