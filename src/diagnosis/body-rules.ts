import {
  type BodyMembers,
  type Interface,
  type InterfaceRecord,
  interfaceRecords,
  withoutQuery,
} from '../contract/interfaces.js';

/** The members of the operation that the path names; otherwise what all operations of the interface have in common. */
export function membersFor(interfaceName: Interface, url: string): BodyMembers {
  const { bodies, paths }: InterfaceRecord = interfaceRecords[interfaceName];
  const named = Object.keys(paths).find((name) => withoutQuery(url).endsWith(paths[name] ?? ''));
  const [first = {}, ...others] =
    named === undefined ? Object.values(bodies) : [bodies[named] ?? {}];
  return Object.fromEntries(
    Object.entries(first).filter(([name]) => others.every((other) => other[name] !== undefined)),
  );
}

/** What the contract says of a body that a search can use. */
export interface BodyRules {
  /** The members that may be left out. */
  readonly optional: readonly string[];
  /** Orders of all members: as each table of the contract has them, and with the usual ones first. */
  readonly orders: readonly (readonly string[])[];
}

export function bodyRules(interfaceName: Interface, url: string): BodyRules {
  const { paths }: InterfaceRecord = interfaceRecords[interfaceName];
  const bodies = Object.values<BodyMembers>(interfaceRecords[interfaceName].bodies);
  const isNamed = Object.values(paths).some((path) => withoutQuery(url).endsWith(path));
  const body = isNamed ? membersFor(interfaceName, url) : (bodies[0] ?? {});
  const usualFirst = ['os_id', 'product_id', 'package', 'receipt'];
  const names = bodies.flatMap(Object.keys);
  const starts = bodies.map(Object.keys).flatMap((table) => [table, [...usualFirst, ...table]]);
  return {
    optional: Object.keys(body).filter((name) => body[name]?.required === false),
    orders: starts.map((start) => [...new Set([...start, ...names])]),
  };
}
