/** The members of the requests in the contract's order (§2.1, §2.5), those that a sender may leave out. */

interface ContractMember {
  readonly name: string;
  readonly optional: boolean;
}

const listed = (required: readonly string[], optional: readonly string[]): readonly ContractMember[] => [
  ...required.map((name) => ({ name, optional: false })),
  ...optional.map((name) => ({ name, optional: true })),
];

const requests = [
  // The package is required for Android only.
  listed(
    ['receipt', 'product_id', 'os_id'],
    ['package', 'player_id', 'character_id', 'server_id', 'game_version'],
  ),
  listed(['gameId', 'username'], ['serverId', 'roleId']),
];

/** Those of the request that has fields of these names; empty for any other body. */
export const contractMembers = (names: readonly string[]): readonly ContractMember[] =>
  requests.find((members) => members.some(({ name, optional }) => !optional && names.includes(name))) ?? [];
