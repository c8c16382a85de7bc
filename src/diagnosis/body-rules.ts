import {
  type BodyMembers,
  type Interface,
  type InterfaceRecord,
  interfaceRecords,
  withoutQuery,
} from '../contract/interfaces.js';

/** The members that the contract has for the operation of this path; for another path, those that all operations have. */
export function membersFor(interfaceName: Interface, url: string): BodyMembers {
  const { bodies, paths }: InterfaceRecord = interfaceRecords[interfaceName];
  const operation = Object.keys(paths).find((name) =>
    withoutQuery(url).endsWith(paths[name] ?? ''),
  );
  const [firstBody = {}, ...otherBodies] =
    operation === undefined ? Object.values(bodies) : [bodies[operation] ?? {}];
  return Object.fromEntries(
    Object.entries(firstBody).filter(([name]) =>
      otherBodies.every((other) => other[name] !== undefined),
    ),
  );
}

/** What a search uses of the contract's rules for the body. */
export interface BodyRules {
  /** The members that may be left out. */
  readonly optional: readonly string[];
  /** All members in several orders: first that of the contract's table, then with the usual first members in front. */
  readonly orders: readonly (readonly string[])[];
}

export function bodyRules(interfaceName: Interface, url: string): BodyRules {
  const { paths }: InterfaceRecord = interfaceRecords[interfaceName];
  const bodies = Object.values<BodyMembers>(interfaceRecords[interfaceName].bodies);
  const isKnownPath = Object.values(paths).some((path) => withoutQuery(url).endsWith(path));
  const body = isKnownPath ? membersFor(interfaceName, url) : (bodies[0] ?? {});
  // At the session interface too, where no member has these names: they then change no order.
  const usualFirst = ['os_id', 'product_id', 'package', 'receipt'];
  const names = bodies.flatMap(Object.keys);
  const starts = bodies.map(Object.keys).flatMap((table) => [table, [...usualFirst, ...table]]);
  return {
    optional: Object.keys(body).filter((name) => body[name]?.required === false),
    orders: starts.map((start) => [...new Set([...start, ...names])]),
  };
}
