import type { Interface } from '../../contract/interfaces.js';
import { quoteText } from '../spelling.js';
import { layoutOf, rightParts, type LayoutPart, type MessageLayout } from './layouts.js';

/** Layouts that are tried only when everything else is right. Most have the words for their mistake in `wholeMistake`. */

const right = rightParts('gateway');

const partWords: Partial<Record<LayoutPart, string>> = {
  clientId: 'client id',
  timestamp: 'timestamp',
  content: 'body hash',
};
const wordsOf = (part: LayoutPart | undefined): string => (part && partWords[part]) ?? '';

/** A layout with one wrong separator. @param place 1 for the separator before the timestamp, 2 for the one before the hash */
function unevenLayout(mark: string, place: number): MessageLayout {
  const names = ['', '.', '.'].with(place, mark);
  const between = `between ${wordsOf(right[place - 1])} and ${wordsOf(right[place])}`;
  return layoutOf(right, '', {
    names,
    wholeMistake:
      mark === ''
        ? { id: 'layout-no-separator', how: `with nothing ${between}` }
        : { id: 'layout-separator', how: `with ${quoteText(mark)} instead of \`.\` ${between}` },
  });
}

const unevenLayouts = ['', ...':|,-_/ \n'].flatMap((mark) =>
  [1, 2].map((place) => unevenLayout(mark, place)),
);

/** Messages with one part twice, in addition to the others or in place of one. */
const repeatedParts: readonly (readonly LayoutPart[])[] = [
  ['timestamp', 'timestamp', 'content'],
  ['clientId', 'clientId', 'content'],
  ['clientId', 'content', 'content'],
  ['clientId', 'timestamp', 'timestamp'],
  ['clientId', 'clientId', 'timestamp', 'content'],
  ['clientId', 'timestamp', 'timestamp', 'content'],
  ['clientId', 'timestamp', 'content', 'content'],
];

const repeatedLayouts = repeatedParts.map((parts) => {
  const twice = parts.find((part, index) => parts.indexOf(part) < index);
  return layoutOf(parts, '.', {
    wholeMistake: { id: 'layout-part-repeated', how: `with the ${wordsOf(twice)} twice` },
  });
});

/** The parts as a printed list, such as `["id", "1790000000", "5f1c…"]`. */
function listLayout(open: string, separator: string, close: string): MessageLayout {
  return layoutOf(right, separator, {
    before: open,
    after: close,
    wholeMistake: { id: 'layout-as-data', how: 'as a list that a program printed' },
  });
}

const listLayouts = [
  listLayout('["', '","', '"]'),
  listLayout('["', '", "', '"]'),
  listLayout('[', ', ', ']'),
  listLayout('[', ' ', ']'),
  listLayout("['", "', '", "']"),
  listLayout("('", "', '", "')"),
  ...[',', ', '].map((comma) =>
    layoutOf(right, '', {
      before: '["',
      after: '"]',
      // The timestamp is a number, so it has no quotes.
      names: ['', `"${comma}`, `${comma}"`],
      wholeMistake: { id: 'layout-as-data', how: 'as a list that a program printed' },
    }),
  ),
];

const objectNames = [
  ['client_id', 'timestamp', 'body_hash'],
  ['clientId', 'timestamp', 'bodyHash'],
];

/** The parts as a JSON object. @param quote the quote around the timestamp; empty if it is a number */
function objectLayout(names: readonly string[], space: string, quote: string): MessageLayout {
  const [clientId = '', timestamp = '', content = ''] = names;
  const colon = `":${space}`;
  return layoutOf(right, '', {
    before: '{"',
    after: '"}',
    names: [
      `${clientId}${colon}"`,
      `",${space}"${timestamp}${colon}${quote}`,
      `${quote},${space}"${content}${colon}"`,
    ],
    wholeMistake: { id: 'layout-as-data', how: 'as a JSON object' },
  });
}

const objectLayouts = objectNames.flatMap((names) =>
  ['', ' '].flatMap((space) => ['', '"'].map((quote) => objectLayout(names, space, quote))),
);

const quotedLayout = layoutOf(right, '"."', {
  before: '"',
  after: '"',
  wholeMistake: { id: 'layout-extra-text', how: 'with each part in quotes' },
});

const endedLayouts = [
  layoutOf(right, '.', {
    after: '\\n',
    wholeMistake: { id: 'layout-literal-newline', how: 'with a backslash and an `n` after it' },
  }),
  // Go’s `fmt.Fprintln` puts a space between its values and a line break after them.
  layoutOf(right, ' ', { after: '\n' }),
];

/** n8n and spreadsheets begin an expression with `=`. */
const expressionLayout = layoutOf(right, '.', { before: '=' });

/** `echo -n` in a shell that does not know the option and prints it, such as /bin/sh of macOS. */
export const echoedLayout = layoutOf(right, '.', { before: '-n ', after: '\n' });

/** The text before the secret when it is the last part of the message, as WeChat Pay wants it. */
const secretMarks = ['&key=', '&secret=', '&'];
const secretLayouts = [
  // The secret stands directly before the right message.
  layoutOf(['secret', ...right], '', { names: ['', '', '.', '.'] }),
  // The message of DingTalk.
  layoutOf(['timestamp', 'secret'], '\n'),
  ...secretMarks.map((mark) => layoutOf([...right, 'secret'], '', { names: ['', '.', '.', mark] })),
  layoutOf(['content', 'clientId', 'timestamp', 'secret'], '&', {
    names: ['body_hash=', 'client_id=', 'timestamp=', 'key='],
  }),
  layoutOf([...right, 'secret'], '&', {
    names: ['client_id=', 'timestamp=', 'body_hash=', 'key='],
  }),
];

/** The secret after the body, or after the fields of the body. */
export const bodyAndSecretLayouts: readonly MessageLayout[] = ['', '.', ':', ...secretMarks].map(
  (mark) => layoutOf(['content', 'secret'], mark),
);

export function loneLayouts(interfaceName: Interface): readonly MessageLayout[] {
  if (interfaceName === 'session') return [];
  return [
    ...unevenLayouts,
    ...repeatedLayouts,
    ...secretLayouts,
    ...endedLayouts,
    echoedLayout,
    expressionLayout,
    ...listLayouts,
    ...objectLayouts,
    quotedLayout,
  ];
}
