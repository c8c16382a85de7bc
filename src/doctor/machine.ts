import { platform, versions } from 'node:process';

/** What the doctor asks of the computer beside the doors of the context. */
export interface Machine {
  readonly nodeVersion: string;
  /** As `process.platform` names it. */
  readonly platform: string;
}

export const thisMachine: Machine = { nodeVersion: versions.node, platform };
