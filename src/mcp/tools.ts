import * as z from 'zod';
import { interfaces } from '../contract/interfaces.js';

/**
 * The tools of `pvg mcp`: each is a command line that only reads. What a model sends is data of strangers: a pasted text
 * goes through standard input, and no other value can begin an option or name a file.
 */
export interface Tool {
  readonly name: string;
  readonly says: string;
  /** It uses one profile; the others read the journal of all that are named. */
  readonly usesProfile: boolean;
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** The field that the `-` of the words reads. */
  readonly pasted?: string;
  readonly words: (given: Given) => readonly string[];
}

type Given = Readonly<Record<string, string | undefined>>;

const pasted = (says: string) => z.string().min(1).max(1_000_000).describe(says);

const word = (says: string) =>
  z
    .string()
    .max(200)
    .regex(/^[^\s@-]/, 'must not be empty and not begin with a space, @ or -')
    .describe(says);

const ticket = word('the ticket: kept with the call in the journal').optional();

/** `--name=value`, so that a value is never an option. */
const equal = (options: Given): string[] =>
  Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));

export const tools: readonly Tool[] = [
  {
    name: 'lookup_purchase',
    says: 'Asks the gateway whether a purchase is paid and recorded; changes nothing. The verdict says who acts next.',
    usesProfile: true,
    fields: {
      purchase: pasted(
        'the purchase JSON, as mail, chat or a log has it, or the receipt (purchase token) alone',
      ),
      product_id: word('the product’s id in the store, if the purchase does not have it').optional(),
      package: word('the Android package, if neither purchase nor profile has it').optional(),
      order_id: word('the order id in the ticket (GPA.…): compared with the answer’s').optional(),
      ticket,
    },
    pasted: 'purchase',
    words: ({ product_id: product, package: name, order_id: order, ticket: id }) => [
      ...['lookup', '-'],
      ...equal({ '--product-id': product, '--package': name, '--order-id': order, '--case': id }),
    ],
  },
  {
    name: 'check_player',
    says: 'Asks whether a player has completed verification, without a token. Counts towards the player’s rate limit.',
    usesProfile: true,
    fields: {
      username: z.string().min(1).max(200).describe('the game’s stable identifier of the player'),
      game_id: word('the game, if it is not the profile’s').optional(),
      ticket,
    },
    words: ({ username, game_id: game, ticket: id }) => [
      ...['session', '--check'],
      ...equal({ '--username': username, '--game-id': game, '--case': id }),
    ],
  },
  {
    name: 'explain_error',
    says: 'What a code, an HTTP status, a state or a verdict means, who acts, whether to retry, whether to grant.',
    usesProfile: false,
    fields: { code: word('such as DUPLICATE_TRANSACTION or 409; or the JSON of an answer') },
    words: ({ code = '' }) => ['explain-error', code],
  },
  {
    name: 'diagnose_request',
    says: 'Finds the mistake in the signature of a request, with the profile’s secret. The right signature is withheld.',
    usesProfile: true,
    fields: {
      request: pasted(
        'one request as raw HTTP, a curl command, HAR, or JSON with method, url, headers and body',
      ),
      interface: z
        .enum(interfaces)
        .describe('the signing scheme, if the request does not show it')
        .optional(),
    },
    pasted: 'request',
    words: ({ interface: scheme }) => ['diagnose', '-', ...equal({ '--interface': scheme })],
  },
  {
    name: 'find_calls',
    says: 'Finds earlier calls and replies in the journal. Sends nothing.',
    usesProfile: false,
    fields: { what: word('an order id, a ticket, a fingerprint or a username') },
    words: ({ what = '' }) => ['journal', 'find', what],
  },
  {
    name: 'report',
    says: 'Writes the evidence for a ticket as Markdown, from the calls in the journal. Sends nothing.',
    usesProfile: false,
    fields: {
      ticket: word('the ticket: all its purchases and players').optional(),
      id: word('instead: an order id, a fingerprint, or the id of a call').optional(),
    },
    words: ({ ticket: ofTicket, id = [] }) => ['report', ...[id].flat(), ...equal({ '--case': ofTicket })],
  },
  {
    name: 'reply_text',
    says: 'Writes a reply to the player, for the newest call of a ticket or for a situation. Sends nothing.',
    usesProfile: false,
    fields: {
      language: word('en, vi, ja, zh, ko, th, id, es or pt'),
      ticket: word('the ticket: about its newest call').optional(),
      situation: word('without a call: such as need-receipt, pending, service-down').optional(),
    },
    words: ({ language = '', ticket: id, situation }) => [
      ...['reply', language],
      ...equal({ '--case': id, '--for': situation }),
    ],
  },
];
