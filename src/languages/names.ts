/** The names of the variables in code, as a language writes them. */
export interface Names {
  readonly clientId: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly bodyHash: string;
  readonly bodyHex: string;
  readonly message: string;
}

export const camelCase: Names = {
  clientId: 'clientId',
  timestamp: 'timestamp',
  signature: 'signature',
  bodyHash: 'bodyHash',
  bodyHex: 'bodyHex',
  message: 'message',
};

export const snakeCase: Names = {
  ...camelCase,
  clientId: 'client_id',
  bodyHash: 'body_hash',
  bodyHex: 'body_hex',
};

export const withDollar = (names: Names): Names => ({
  clientId: `$${names.clientId}`,
  timestamp: `$${names.timestamp}`,
  signature: `$${names.signature}`,
  bodyHash: `$${names.bodyHash}`,
  bodyHex: `$${names.bodyHex}`,
  message: `$${names.message}`,
});
