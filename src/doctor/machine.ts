import { platform, versions } from 'node:process';

/** Facts about the computer that the context does not have. */
export interface Machine {
  readonly nodeVersion: string;
  /** As `process.platform` names it. */
  readonly platform: string;
}

export const thisMachine: Machine = { nodeVersion: versions.node, platform };
