import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The tests make thousands of folders: all of them in one, which goes when they end. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'pvg-tests-'));
  // As the system's own folder: some tests run as another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
