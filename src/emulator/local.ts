import { join } from 'node:path';
import type { Context } from '../context.js';
import type { Send } from '../contract/wire.js';
import { Ledger } from './ledger.js';
import { emulateService } from './service.js';
import { World } from './world.js';

/** The built-in profile `local`: the emulator in this process, its ledger a small file in the state folder. */
export function openLocal(
  { clock, files, folders, random }: Pick<Context, 'clock' | 'files' | 'folders' | 'random'>,
  say: (text: string) => void,
): Send {
  const path = join(folders.state, 'local-ledger.json');
  const ledger = new Ledger({ files, clock, path, unreadable: 'configuration-unreadable', say });
  return emulateService(new World({ clock, random, ledger })).send;
}
