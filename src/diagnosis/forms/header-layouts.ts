import type { Interface } from '../../contract/interfaces.js';
import { headerNames } from '../../contract/interfaces.js';
import { layoutOf, rightParts, type LayoutPart, type MessageLayout } from './layouts.js';

interface SentHeaders {
  readonly interface: Interface;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Headers that other schemes sign. Headers that may have a secret are left out, because pvg prints the message it found. */
const signedElsewhere: readonly RegExp[] = [
  /nonce|random|salt/i,
  // Names of one request: `X-Request-Id`, `X-Correlation-Id`, `Idempotency-Key`, `traceparent`.
  /request-?id|correlation|idempot|trace/i,
  /^(?:svix|webhook)-id$/i,
  /content-(?:type|length)/i,
  /^(?:host|date)$/i,
  // `X-Api-Version`.
  /version/i,
  // `X-BAPI-RECV-WINDOW` of Bybit.
  /recv-?window/i,
];
const mostHeaders = 6;
const longestValue = 200;
const marks = ['.', '', ':', '\n', '|'];

/** Layouts with the value of one more header at each position. Tried only when everything else is right. */
export function headerLayouts(request: SentHeaders): readonly MessageLayout[] {
  const own = Object.values(headerNames).map((name) => name.toLowerCase());
  return request.headers
    .filter(([name, value]) => {
      const isOwn = own.includes(name.toLowerCase());
      const isSignedElsewhere = signedElsewhere.some((pattern) => pattern.test(name));
      return !isOwn && isSignedElsewhere && value !== '' && value.length <= longestValue;
    })
    .slice(0, mostHeaders)
    .flatMap(([name, value]) => [
      ...partListsOf(request.interface, name).flatMap((parts) => withValue(parts, name, value)),
      ...(/nonce|random/i.test(name) ? linedLayouts(name, value) : []),
      ...(name.toLowerCase() === 'host' && request.method !== '' ? hostLayouts(value) : []),
    ]);
}

const timeAndContent: readonly LayoutPart[] = ['timestamp', 'content'];
const partLists: Readonly<Record<Interface, readonly (readonly LayoutPart[])[]>> = {
  gateway: [rightParts('gateway'), timeAndContent],
  session: [rightParts('session')],
};

/** Bybit signs the timestamp, the key, this header and the body. */
const windowParts: readonly LayoutPart[] = ['timestamp', 'clientId', 'content'];

function partListsOf(interfaceName: Interface, name: string): readonly (readonly LayoutPart[])[] {
  const lists = partLists[interfaceName];
  const isWindow = interfaceName === 'gateway' && /recv-?window/i.test(name);
  return isWindow ? [windowParts, ...lists] : lists;
}

function headerMistake(name: string): NonNullable<MessageLayout['wholeMistake']> {
  return { id: 'layout-header-added', how: `with the value of ${name} in it` };
}

/** Layouts with the header's value before each part, and after the last one. */
function withValue(parts: readonly LayoutPart[], name: string, value: string): MessageLayout[] {
  const mistake = headerMistake(name);
  return marks.flatMap((mark) => [
    layoutOf(parts, mark, { before: value + mark, wholeMistake: mistake }),
    layoutOf(parts, mark, { after: mark + value, wholeMistake: mistake }),
    ...parts.slice(1).map((_, index) =>
      layoutOf(parts, mark, {
        names: parts.map((__, place) => (place === index + 1 ? value + mark : '')),
        wholeMistake: mistake,
      }),
    ),
  ]);
}

/** The message of WeChat Pay since version 3: method, path, timestamp, nonce and body, each with a line break after it. */
function linedLayouts(name: string, nonce: string): MessageLayout[] {
  return ['\n', ''].map((after) =>
    layoutOf(['method', 'path', 'timestamp', 'content'], '\n', {
      names: ['', '', '', `${nonce}\n`],
      after,
      wholeMistake: headerMistake(name),
    }),
  );
}

/** The message of AWS and others: method, host and path, each on a line. */
function hostLayouts(host: string): MessageLayout[] {
  const lists: readonly (readonly LayoutPart[])[] = [
    ['content'],
    timeAndContent,
    rightParts('gateway'),
  ];
  return lists.map((parts) =>
    layoutOf(['method', 'path', ...parts], '\n', {
      names: ['', `${host}\n`, ...parts.map(() => '')],
      wholeMistake: headerMistake('Host'),
    }),
  );
}
