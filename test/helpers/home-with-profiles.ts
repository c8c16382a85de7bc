import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from './context.js';
import { pvg } from './pvg.js';

export const secrets = ['dev-secret-1', 'prod-secret-1'];

/** A machine with two stored profiles and a damaged one. */
export async function homeWithProfiles(): Promise<string> {
  const folder = temporaryFolder();
  for (const [at, environment] of ['dev', 'prod'].entries()) {
    const add = `profile add game-${environment} --environment ${environment} --gateway-url https://${environment}.example --client-id c --client-secret-file -`;
    expect((await pvg(add, { home: folder, stdin: secrets[at] ?? '' })).status).toBe(0);
  }
  writeFileSync(
    join(folder, 'config', 'profiles', 'torn.json'),
    '{"gateway":{"clientSecret":"torn-secr',
  );
  return folder;
}
