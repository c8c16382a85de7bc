import { binaryOfText, right, variants, type Binary, type Choice } from '../choice.js';

/** Client ids signed instead of the header's: section 10 of the catalogue. */
export interface ClientIds {
  readonly right: Choice<Binary>;
  readonly others: readonly Choice<Binary>[];
}

/**
 * `header` is the text of X-Client-ID, `own` the id of the credentials, `foreign` the ids of other credentials,
 * with their labels.
 */
export function clientIds(
  header: string | undefined,
  own: string | undefined,
  foreign: readonly (readonly [id: string, label: string])[],
): ClientIds {
  const id = header ?? own ?? '';
  const changed = [
    ...(own !== undefined && own !== id
      ? variants('client-id-header-mismatch', 2, [
          [own, 'the message has the id of the credentials, the header another'] as const,
        ])
      : []),
    ...variants('client-id-case', 3, [id.toLowerCase(), id.toUpperCase(), capitalised(id)]),
    ...variants('client-id-whitespace', 3, [
      [`${id}\n`, 'LF behind it'],
      [`${id} `, 'a space behind it'],
      [` ${id}`, 'a space in front of it'],
      [`${id}\r\n`, 'CR LF behind it'],
      [`${id}\t`, 'a tab behind it'],
      [` ${id} `, 'a space on both sides'],
      [`${id}\r`, 'CR behind it'],
      [`\t${id}`, 'a tab in front of it'],
      [`${id}\u00a0`, 'a no-break space behind it'],
    ]),
    ...variants(
      'client-id-signed-other',
      3,
      foreign.filter(([other]) => other !== own),
    ),
    ...variants('client-id-quoted', 4, [`"${id}"`, `'${id}'`, `\\"${id}\\"`]),
  ];
  const others = changed
    .filter(({ value }) => value !== id)
    .map((choice) => ({ ...choice, value: binaryOfText(choice.value) }));
  return { right: right(binaryOfText(id)), others };
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
