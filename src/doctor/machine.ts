import { platform, versions } from 'node:process';

/** What the doctor asks of the computer beside the doors of the context. */
export interface Machine {
  readonly nodeVersion: string;
  readonly isWindows: boolean;
}

export const thisMachine: Machine = { nodeVersion: versions.node, isWindows: platform === 'win32' };
