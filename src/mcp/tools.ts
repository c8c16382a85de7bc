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
  /** Calls of one queue wait for each other: those that ask the service, those that search, and those that do neither. */
  readonly queue: 'service' | 'search' | 'local';
  readonly command: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
}

/** `option`: `-` for standard input, empty for an argument. `kind`: an optional word if it is left out. */
type Field = readonly [option: string, says: string, kind?: z.ZodType];

const pasted = z.string().min(1).max(1_000_000);
const word = z
  .string()
  .max(200)
  .regex(/^[^\s@-]/, 'must not be empty and not begin with a space, @ or -');
const name = z.string().min(1).max(200);
const scheme = z.enum(interfaces).optional();

export function shapeOf({ fields }: Tool): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([id, [, says, kind = word.optional()]]) => [
      id,
      kind.describe(says),
    ]),
  );
}

/** The command line, and what it reads from standard input. `--name=value`, so that a value is never an option. */
export function toolArgv(
  { command, fields }: Tool,
  given: Readonly<Record<string, string | undefined>>,
) {
  const words = [...command];
  let input = '';
  for (const [id, [option]] of Object.entries(fields)) {
    const value = given[id];
    if (option === '-') input = value ?? '';
    if (value !== undefined) words.push(wordOf(option, value));
  }
  return { words, input };
}

function wordOf(option: string, value: string): string {
  // Its value goes through standard input.
  if (option === '-') return option;
  return option === '' ? value : `${option}=${value}`;
}

const ticket: Field = ['--case', 'the ticket: kept with the call in the journal'];

export const tools: readonly Tool[] = [
  {
    name: 'lookup_purchase',
    usesProfile: true,
    queue: 'service',
    command: ['lookup'],
    says: 'Asks the gateway whether a purchase is paid and recorded; changes nothing. The verdict says who acts next.',
    fields: {
      purchase: [
        '-',
        'the purchase JSON as mail, chat or a log has it, or the receipt (token) alone',
        pasted,
      ],
      product_id: [
        '--product-id',
        'the product’s id in the store, if the purchase does not have it',
      ],
      package: ['--package', 'the Android package, if neither purchase nor profile has it'],
      order_id: ['--order-id', 'the order id in the ticket (GPA.…): compared with the answer’s'],
      ticket,
    },
  },
  {
    name: 'check_player',
    usesProfile: true,
    queue: 'service',
    command: ['session', '--check'],
    says: 'Asks whether a player has completed verification, without a token. Counts towards the player’s rate limit.',
    fields: {
      username: ['--username', 'the game’s stable identifier of the player', name],
      game_id: ['--game-id', 'the game, if it is not the profile’s'],
      ticket,
    },
  },
  {
    name: 'explain_error',
    usesProfile: false,
    queue: 'local',
    command: ['explain-error'],
    says: 'What a code, an HTTP status, a state or a verdict means, who acts, whether to retry, whether to grant.',
    fields: { code: ['', 'such as DUPLICATE_TRANSACTION or 409; or the JSON of an answer', word] },
  },
  {
    name: 'diagnose_request',
    usesProfile: true,
    queue: 'search',
    command: ['diagnose'],
    says: 'Finds the mistake in the signature of a request, with the profile’s secret. The right signature is withheld.',
    fields: {
      request: [
        '-',
        'a request as raw HTTP, curl, HAR, or JSON with method, url, headers and body',
        pasted,
      ],
      interface: ['--interface', 'the signing scheme, if the request does not show it', scheme],
    },
  },
  {
    name: 'find_calls',
    usesProfile: false,
    queue: 'local',
    command: ['journal', 'find'],
    says: 'Finds earlier calls and replies in the journal. Sends nothing.',
    fields: { what: ['', 'an order id, a ticket, a fingerprint or a username', word] },
  },
  {
    name: 'report',
    usesProfile: false,
    queue: 'local',
    command: ['report'],
    says: 'Writes the evidence for a ticket as Markdown, from the calls in the journal. Sends nothing.',
    fields: {
      ticket: ['--case', 'the ticket: all its purchases and players'],
      id: ['', 'instead: an order id, a fingerprint, or the id of a call'],
    },
  },
  {
    name: 'reply_text',
    usesProfile: false,
    queue: 'local',
    command: ['reply'],
    says: 'Writes a reply to the player, for a ticket or for a situation. Sends nothing.',
    fields: {
      language: ['', 'a code such as ko, or the English name of the language', word],
      ticket: ['--case', 'the ticket: one reply for all its purchases'],
      situation: ['--for', 'without a call: such as need-receipt, pending, service-down'],
    },
  },
];
