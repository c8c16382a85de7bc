import type * as z from 'zod';
import { interfaces } from '../contract/interfaces.js';
import { fieldKinds } from './field-kinds.js';

/** Who may run a tool: a model through `pvg mcp`, a person at the page of `pvg desk`. */
export type ToolCaller = 'assistant' | 'page';

/**
 * The tools of `pvg mcp` and `pvg desk`: each is a command line that asks the service nothing but look-ups and checks, and
 * writes nothing but the journal. What a model or a page sends is data of strangers: a pasted text goes through standard
 * input, and no other value can begin an option or name a file.
 */
export interface Tool {
  readonly name: string;
  /** The name of the tool for a person who looks at the tools of a client. */
  readonly title: string;
  readonly callers: readonly ToolCaller[];
  /** What the tool does, for a model. */
  readonly says: string;
  /** Whether the command uses one profile. A tool without one that reads the journal sees the calls of every profile that its caller may use. */
  readonly usesProfile: boolean;
  /** Calls of one queue wait for each other: those that ask the service, those that search, and those that do neither. */
  readonly queue: 'service' | 'search' | 'local';
  /** The service makes and counts something for each call: two calls are not the same as one. */
  readonly changesService?: boolean;
  readonly command: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
}

interface Field {
  /** `--case`; `-` for standard input; empty for an argument. */
  readonly option: string;
  readonly says: string;
  /** Which values the field takes. Without it, the field takes a word and may be left out. */
  readonly kind?: z.ZodType;
  /** A number from 1: a model may write it as a number. */
  readonly isCount?: true;
  /** The list of values from which an assistant must choose. */
  readonly choice?: keyof FieldChoices;
}

/** The values of a field that lists them. */
export interface FieldChoices {
  /** Languages of replies. */
  readonly language: readonly string[];
  /** Ids of the situations for which there is a reply. */
  readonly situation: readonly string[];
}

const { pastedText, word, name, line, wholeAnswer, countText, count, choiceOf } = fieldKinds;
const scheme = choiceOf(interfaces).optional();

export function toolsFor(caller: ToolCaller): readonly Tool[] {
  return tools.filter(({ callers }) => callers.includes(caller));
}

/** @param choices for a model, which gets lists of values; a page has them on its own */
export function toolInputShape(
  { fields }: Tool,
  choices?: FieldChoices,
): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([id, field]) => [
      id,
      schemaOf(field, choices).describe(field.says),
    ]),
  );
}

/** Without `choices` the caller is the page, which sends texts only: also a count is a text there. */
function schemaOf(field: Field, choices?: FieldChoices): z.ZodType {
  const { kind = word.optional(), choice, isCount = false } = field;
  if (isCount) return choices === undefined ? countText.optional() : count.optional();
  if (choices === undefined || choice === undefined) return kind;
  const oneOf = choiceOf(choices[choice]);
  // Whether the field may be left out is known only from its schema.
  return kind.safeParse(undefined).success ? oneOf.optional() : oneOf;
}

/** The command line, and what it reads from standard input. `--name=value`, so that a value is never an option. */
export function toolArgv(
  { command, fields }: Tool,
  values: Readonly<Record<string, string | undefined>>,
) {
  const words = [...command];
  let input = '';
  for (const [id, { option }] of Object.entries(fields)) {
    const value = values[id];
    if (option === '-') input = value ?? '';
    if (value !== undefined) words.push(wordOf(option, value));
  }
  return { words, input };
}

function wordOf(option: string, value: string): string {
  // The value of this field goes through standard input.
  if (option === '-') return option;
  return option === '' ? value : `${option}=${value}`;
}

const everyCaller: readonly ToolCaller[] = ['assistant', 'page'];

const ticket: Field = {
  option: '--case',
  says: 'the ticket: kept with the call in the journal',
};

/** An assistant gets no names of people, and so does not choose by them. */
const filterWithoutPeople = {
  since: { option: '--since', says: 'the first day, as 2026-11-28, or 7d, 12h, yesterday, monday' },
  until: { option: '--until', says: 'the last day, in the same forms' },
  outcome: { option: '--outcome', says: 'a verdict, a code, reply, note, move or refusal' },
  ticket: { option: '--case', says: 'the ticket' },
};

const journalFilter = {
  ...filterWithoutPeople,
  person: { option: '--person', says: 'who ran pvg' },
  about: { option: '--about', says: 'what find_calls finds by it' },
};

const limit: Field = { option: '--limit', says: 'how many, from 1', isCount: true };

const reportFields = {
  ticket: { option: '--case', says: 'the ticket: all its purchases and players' },
  id: { option: '', says: 'instead: an order id, a fingerprint, or the id of a call' },
};

/** `list_calls` and `count_calls` are here twice: the tool of an assistant has other fields than that of the page. */
const tools: readonly Tool[] = [
  {
    name: 'lookup_purchase',
    title: 'Look up a purchase',
    callers: everyCaller,
    usesProfile: true,
    queue: 'service',
    command: ['lookup'],
    says: 'Asks the gateway whether a purchase is paid and recorded; changes nothing. The verdict says who acts next.',
    fields: {
      purchase: {
        option: '-',
        says: 'the purchase JSON as mail, chat or a log has it, or the receipt (token) alone',
        kind: pastedText,
      },
      product_id: {
        option: '--product-id',
        says: 'the product’s id in the store, if the purchase does not have it',
      },
      package: {
        option: '--package',
        says: 'the Android package, if neither purchase nor profile has it',
      },
      order_id: {
        option: '--order-id',
        says: 'the order id in the ticket (GPA.…): compared with the answer’s, and chooses among several purchases',
      },
      pick: {
        option: '--pick',
        says: 'the number of one of several purchases in the text, from 1',
        isCount: true,
      },
      reply_language: {
        option: '--reply',
        says: 'adds a reply to the player, in a language such as ko',
        choice: 'language',
      },
      ticket,
    },
  },
  {
    name: 'check_player',
    title: 'Check a player’s verification',
    callers: everyCaller,
    usesProfile: true,
    queue: 'service',
    command: ['session', '--check'],
    says: 'Asks whether a player has completed verification. The service makes a session token for it and counts it towards the player’s rate limit; pvg drops the token.',
    changesService: true,
    fields: {
      username: {
        option: '--username',
        says: 'the game’s stable identifier of the player',
        kind: name,
      },
      game_id: { option: '--game-id', says: 'the game, if it is not the profile’s' },
      reply_language: {
        option: '--reply',
        says: 'adds a reply to the player, in a language such as ko',
        choice: 'language',
      },
      ticket,
    },
  },
  {
    name: 'explain_error',
    title: 'Explain an error',
    callers: ['assistant'],
    usesProfile: false,
    queue: 'local',
    command: ['explain-error'],
    says: 'What an answer of the service, a code, an HTTP status or a verdict means, who acts, whether to retry, whether to grant.',
    fields: {
      code: {
        option: '',
        says: 'a code such as DUPLICATE_TRANSACTION, a status such as 409, or a whole answer: HTTP, JSON, a line of a log',
        kind: wholeAnswer,
      },
    },
  },
  {
    name: 'explain_text',
    title: 'Explain what was pasted',
    callers: ['page'],
    usesProfile: false,
    queue: 'local',
    command: ['explain-error'],
    says: 'The same of anything that was pasted.',
    fields: {
      text: {
        option: '-',
        says: 'a code, a status, or an answer of the service',
        kind: pastedText,
      },
    },
  },
  {
    name: 'diagnose_request',
    title: 'Diagnose a signature',
    callers: ['assistant'],
    usesProfile: true,
    queue: 'search',
    command: ['diagnose'],
    says: 'Finds the mistake in the signature of a request, with the profile’s secret. The right signature is withheld.',
    fields: {
      request: {
        option: '-',
        says: 'a request as raw HTTP, curl, HAR, or JSON with method, url, headers and body',
        kind: pastedText,
      },
      interface: {
        option: '--interface',
        says: 'the signing scheme, if the request does not show it',
        kind: scheme,
      },
    },
  },
  {
    name: 'find_calls',
    title: 'Find earlier calls',
    callers: everyCaller,
    usesProfile: false,
    queue: 'local',
    command: ['journal', 'find'],
    says: 'Finds earlier calls and replies in the journal. Sends nothing.',
    fields: {
      what: {
        option: '',
        says: 'an order id, a ticket, a fingerprint or a username',
        kind: word,
      },
    },
  },
  {
    name: 'list_calls',
    title: 'List earlier calls',
    callers: ['assistant'],
    usesProfile: false,
    queue: 'local',
    command: ['journal', 'list'],
    says: 'Lists calls, replies and notes of the journal, newest first. Sends nothing.',
    fields: { ...filterWithoutPeople, limit },
  },
  {
    name: 'count_calls',
    title: 'Count earlier calls',
    callers: ['assistant'],
    usesProfile: false,
    queue: 'local',
    command: ['journal', 'list', '--count'],
    says: 'Counts calls, replies and notes of the journal. Sends nothing.',
    fields: {
      ...filterWithoutPeople,
      by: {
        option: '--by',
        says: 'what to count by',
        kind: choiceOf(['outcome', 'day']).optional(),
      },
    },
  },
  {
    name: 'list_calls',
    title: 'List earlier calls',
    callers: ['page'],
    usesProfile: false,
    queue: 'local',
    command: ['journal', 'list'],
    says: 'Lists calls, replies and notes, newest first. Sends nothing.',
    fields: {
      ...journalFilter,
      limit,
    },
  },
  {
    name: 'count_calls',
    title: 'Count earlier calls',
    callers: ['page'],
    usesProfile: false,
    queue: 'local',
    command: ['journal', 'list', '--count', '--by=outcome', '--by=day', '--by=person'],
    says: 'Counts them by outcome, by day and by person. Sends nothing.',
    fields: journalFilter,
  },
  {
    name: 'calls_csv',
    title: 'Earlier calls as CSV',
    callers: ['page'],
    usesProfile: false,
    queue: 'local',
    command: ['journal', 'list', '--format=csv'],
    says: 'All of them as CSV. Sends nothing.',
    fields: journalFilter,
  },
  {
    name: 'report',
    title: 'Write a report',
    callers: everyCaller,
    usesProfile: false,
    queue: 'local',
    command: ['report'],
    says: 'Writes the evidence for a ticket as Markdown, from the calls in the journal. Sends nothing.',
    fields: reportFields,
  },
  {
    name: 'report_page',
    title: 'Write a report as a page',
    callers: ['page'],
    usesProfile: false,
    queue: 'local',
    command: ['report', '--form=html'],
    says: 'The same as a page.',
    fields: reportFields,
  },
  {
    name: 'reply_text',
    title: 'Write a reply to the player',
    callers: everyCaller,
    usesProfile: false,
    queue: 'local',
    command: ['reply'],
    says: 'Writes a reply to the player: give a ticket of the journal or a situation. Sends nothing.',
    fields: {
      language: {
        option: '',
        says: 'the language of the reply, such as ko',
        kind: word,
        choice: 'language',
      },
      ticket: { option: '--case', says: 'the ticket: one reply for all its purchases' },
      situation: {
        option: '--for',
        says: 'instead of a ticket: such as need-receipt, pending, service-down',
        choice: 'situation',
      },
      order_id: { option: '--order-id', says: 'the order number that the player gave' },
    },
  },
  {
    name: 'add_note',
    title: 'Add a note',
    callers: ['page'],
    usesProfile: false,
    queue: 'local',
    command: ['journal', 'note'],
    says: 'Keeps a line of text with a ticket, in the journal.',
    fields: {
      ticket: { option: '--case', says: 'the ticket', kind: word },
      text: { option: '', says: 'what a person wrote', kind: line },
    },
  },
  {
    name: 'move_call',
    title: 'Move a call to another ticket',
    callers: ['page'],
    usesProfile: false,
    queue: 'local',
    command: ['journal', 'move'],
    says: 'Gives a line of the journal to another ticket.',
    fields: {
      id: { option: '', says: 'the id of the call, reply, note or refused paste', kind: word },
      ticket: { option: '--case', says: 'the right ticket', kind: word },
    },
  },
];
