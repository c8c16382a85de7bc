import {
  records,
  withoutQuery,
  type BodyMembers,
  type Interface,
  type InterfaceRecord,
} from '../contract/interfaces.js';

/** The members of the body of the operation that the path names; of the main one if it names none. */
export function membersFor(of: Interface, url: string): BodyMembers {
  const { bodies, paths }: InterfaceRecord = records[of];
  const named = Object.keys(paths).find((name) => withoutQuery(url).endsWith(paths[name] ?? ''));
  return bodies[named ?? ''] ?? Object.values(bodies)[0] ?? {};
}

/** What the contract says of a body that a search can use: the members that may be left out, and the orders of its tables. */
export interface BodyRules {
  readonly optional: readonly string[];
  readonly orders: readonly (readonly string[])[];
}

export function rulesOf(of: Interface, url: string): BodyRules {
  const body = membersFor(of, url);
  const tables = Object.values<BodyMembers>(records[of].bodies).map(Object.keys);
  return {
    optional: Object.keys(body).filter((name) => body[name]?.required === false),
    orders: tables.flatMap((table) => [
      [...new Set([...table, ...tables.flat()])],
      [...new Set(['os_id', 'product_id', 'package', 'receipt', ...table, ...tables.flat()])],
    ]),
  };
}
