import type { Command } from 'commander';

export function manPage(
  program: Command,
  facts: {
    readonly version: string;
    readonly date: string;
    readonly variables: readonly (readonly [name: string, says: string])[];
    readonly exitStatuses: Readonly<Record<number, string>>;
  },
): string;
