import type { Tree } from '../json-forms/tree.js';
import { java, printDump, type DumpStyle } from './dumps.js';

/** Names that a class for the body has. */
const classNames = [
  ...['VerifyRequest', 'VerifyPayload', 'VerifyBody', 'PurchaseRequest', 'PurchasePayload'],
  ...['LookupRequest', 'SessionRequest', 'SessionPayload', 'SessionBody'],
  ...['Request', 'Payload', 'Body', 'RequestBody', 'Purchase', 'Receipt', 'Session'],
];

/** Kotlin and Lombok write round brackets, a record of Java square ones. */
const brackets = [
  { open: '(', close: ')', printer: 'toString() of a data class' },
  { open: '[', close: ']', printer: 'toString() of a record' },
];

/** The body as an object of a class prints itself: it is tried alone. */
export const classDumps = classNames.flatMap((className) =>
  brackets.flatMap(({ open, close, printer }) =>
    ([undefined, 'camel'] as const).map((edit) => {
      const object = { open: className + open, colon: '=', between: ', ', close };
      const style: DumpStyle = edit === undefined ? { ...java, object } : { ...java, object, edit };
      return {
        id: 'body-map-tostring' as const,
        cost: 3,
        says: `the text of ${printer}`,
        make: (root: Tree) => (root.kind === 'object' ? printDump(root, style) : undefined),
      };
    }),
  ),
);
