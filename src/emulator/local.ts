import { join } from 'node:path';
import type { Context } from '../context.js';
import { fileLedger } from './ledger.js';
import { emulateService, type EmulatedService } from './service.js';

/** The built-in profile `local`: the emulator in this process, its ledger a small file in the state folder. */

export type LocalDoors = Pick<Context, 'clock' | 'files' | 'folders' | 'random'>;

export const localLedgerPath = (folders: Context['folders']): string =>
  join(folders.state, 'local-ledger.json');

/**
 * `say` is told when the ledger cannot be kept; the answer is given all the same. The Sends reject with a PvgError
 * `configuration-unreadable` when the ledger is damaged.
 */
export const openLocal = (
  { clock, files, folders, random }: LocalDoors,
  say: (text: string) => void,
): EmulatedService =>
  emulateService({
    ledger: fileLedger({
      files,
      path: localLedgerPath(folders),
      unreadable: 'configuration-unreadable',
      say,
    }),
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    random,
  });
