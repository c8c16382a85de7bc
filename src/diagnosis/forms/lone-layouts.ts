import type { Interface } from '../../contract/interfaces.js';
import { quoteText } from '../spelling.js';
import { layoutOf, rightParts, type LayoutPart, type MessageLayout } from './layouts.js';

/** Layouts that are tried only if everything else is right. Most say themselves what is wrong with them. */

const right = rightParts('gateway');

const partNames: Partial<Record<LayoutPart, string>> = {
  clientId: 'client id',
  timestamp: 'timestamp',
  content: 'body hash',
};
const nameOf = (part: LayoutPart | undefined): string => (part && partNames[part]) ?? '';

/** One of the two separators is another text, or was forgotten. */
function unevenLayout(mark: string, place: number): MessageLayout {
  const names = ['', '.', '.'].with(place, mark);
  const between = `between ${nameOf(right[place - 1])} and ${nameOf(right[place])}`;
  return layoutOf(right, '', {
    names,
    told:
      mark === ''
        ? { id: 'layout-no-separator', how: `with nothing ${between}` }
        : { id: 'layout-separator', how: `with ${quoteText(mark)} instead of \`.\` ${between}` },
  });
}

const unevenLayouts = ['', ...':|,-_/ \n'].flatMap((mark) =>
  [1, 2].map((place) => unevenLayout(mark, place)),
);

/** A part that stands twice, beside the others or in place of one. */
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
    told: { id: 'layout-part-repeated', how: `with the ${nameOf(twice)} twice` },
  });
});

/** A list of the parts as JSON or a language prints it. */
function listLayout(open: string, separator: string, close: string): MessageLayout {
  return layoutOf(right, separator, {
    before: open,
    after: close,
    told: { id: 'layout-as-data', how: 'as a list that a program printed' },
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
      // The timestamp as a number.
      names: ['', `"${comma}`, `${comma}"`],
      told: { id: 'layout-as-data', how: 'as a list that a program printed' },
    }),
  ),
];

const objectNames = [
  ['client_id', 'timestamp', 'body_hash'],
  ['clientId', 'timestamp', 'bodyHash'],
];

/** A JSON object of the parts. @param quote around the timestamp; empty if it is a number */
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
    told: { id: 'layout-as-data', how: 'as a JSON object' },
  });
}

const objectLayouts = objectNames.flatMap((names) =>
  ['', ' '].flatMap((space) => ['', '"'].map((quote) => objectLayout(names, space, quote))),
);

const quotedLayout = layoutOf(right, '"."', {
  before: '"',
  after: '"',
  told: { id: 'layout-extra-text', how: 'with each part in quotes' },
});

const endedLayouts = [
  layoutOf(right, '.', {
    after: '\\n',
    told: { id: 'layout-literal-newline', how: 'with a backslash and an `n` after it' },
  }),
  // Go’s `fmt.Fprintln`.
  layoutOf(right, ' ', { after: '\n' }),
];

/** n8n and spreadsheets begin an expression with it. */
const expressionLayout = layoutOf(right, '.', { before: '=' });

/** `echo -n` of a shell that knows no `-n`, as /bin/sh of macOS. */
export const echoedLayout = layoutOf(right, '.', { before: '-n ', after: '\n' });

/** What stands before the secret where it is signed at the end, as for WeChat Pay. */
const secretMarks = ['&key=', '&secret=', '&'];
const secretLayouts = [
  layoutOf(['secret', ...right], '', { names: ['', '', '.', '.'] }),
  // As DingTalk signs.
  layoutOf(['timestamp', 'secret'], '\n'),
  ...secretMarks.map((mark) => layoutOf([...right, 'secret'], '', { names: ['', '.', '.', mark] })),
  layoutOf(['content', 'clientId', 'timestamp', 'secret'], '&', {
    names: ['body_hash=', 'client_id=', 'timestamp=', 'key='],
  }),
  layoutOf([...right, 'secret'], '&', {
    names: ['client_id=', 'timestamp=', 'body_hash=', 'key='],
  }),
];

/** The body, or a text of its fields, with the secret after it. */
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
