import { useEffect, useRef, useState } from 'preact/hooks';
import type { FoundAnswer, JournalAnswer, NewestAnswer, ShownRemark } from '../../desk/wire.js';
import { askTool } from './client.js';
import { isCallEntry } from './journal-entry.js';
import { findAnswer, findAnswersOfTicket, sortNewestFirst } from './ticket-lines.js';

/** What the journal has of the ticket that is written now; without a ticket, the newest calls. */
export interface TicketJournal {
  /** The number of the ticket; empty without a ticket. */
  readonly ticket: string;
  readonly lines: JournalAnswer;
  /** The newest call of the ticket that has a verdict. */
  readonly newestAnswer: NewestAnswer | undefined;
  /** The newest answer about each of its purchases and players, the newest first. */
  readonly answers: readonly NewestAnswer[];
  /** What is known of the orders of refused texts, by order id. */
  readonly orderAnswers: OrderAnswers;
}

type OrderAnswers = ReadonlyMap<string, NewestAnswer>;

const newestLimit = '8';
/** While somebody types a ticket's number, not each letter asks. */
const typingMs = 250;
/** So many orders are looked for in the journal: a ticket has few refused texts. */
const mostOrders = 5;

/** Undefined until the journal has answered about this ticket. */
export function useTicketJournal(
  ticket: string,
  journalVersion: number,
): TicketJournal | undefined {
  const [journal, setJournal] = useState<TicketJournal>();
  const askedTicket = useRef<string | undefined>(undefined);
  useEffect(() => {
    let isOld = false;
    // For the same ticket only the journal has changed: nobody is typing, so nothing is waited for.
    const waitMs = askedTicket.current === ticket ? 0 : typingMs;
    const timer = window.setTimeout(() => {
      askedTicket.current = ticket;
      readTicketJournal(ticket).then(
        (found) => {
          if (!isOld && found !== undefined) setJournal(found);
        },
        () => undefined,
      );
    }, waitMs);
    return () => {
      isOld = true;
      window.clearTimeout(timer);
    };
  }, [ticket, journalVersion]);
  return journal?.ticket === ticket ? journal : undefined;
}

async function readTicketJournal(ticket: string): Promise<TicketJournal | undefined> {
  if (ticket === '') {
    const request = { tool: 'list_calls', values: { limit: newestLimit } };
    const { result } = await askTool<JournalAnswer | null>(request);
    const { answer: newestLines } = result;
    return newestLines === null
      ? undefined
      : {
          ticket,
          lines: newestLines,
          newestAnswer: undefined,
          answers: [],
          orderAnswers: new Map(),
        };
  }
  const found = await findLines(ticket);
  if (found === undefined) return undefined;
  const isOpen = ({ id }: ShownRemark): boolean => !found.settled.includes(id);
  const lines = { ...found, remarks: found.remarks.filter(isOpen) };
  const newestAnswer = lines.newest_answer ?? undefined;
  return {
    ticket,
    lines,
    newestAnswer,
    answers: findAnswersOfTicket(found, ticket),
    orderAnswers: await findAnswersOfRefused(lines.remarks, ticket),
  };
}

async function findLines(what: string): Promise<FoundAnswer | undefined> {
  const { result } = await askTool<FoundAnswer | null>({ tool: 'find_calls', values: { what } });
  return result.answer ?? undefined;
}

async function findAnswersOfRefused(
  remarks: readonly ShownRemark[],
  ticket: string,
): Promise<OrderAnswers> {
  const orders = remarks.flatMap(({ command, order_id: orderId }) =>
    command === 'refusal' && orderId !== null ? [orderId] : [],
  );
  const answers = new Map<string, NewestAnswer>();
  for (const orderId of [...new Set(orders)].slice(0, mostOrders)) {
    const found = await findLines(orderId);
    const answer = found && findAnswer(found, ticket);
    if (answer) answers.set(orderId, answer);
  }
  return answers;
}

export function hasLines({ lines }: TicketJournal): boolean {
  const { entries, replies, remarks } = lines;
  return entries.length + replies.length + remarks.length > 0;
}

/** The newest refused text, if no call came after it; undefined otherwise. */
export function findNewestRefusal({ lines }: TicketJournal): ShownRemark | undefined {
  const refusals = lines.remarks.filter(({ command }) => command === 'refusal');
  const [newest] = sortNewestFirst([...lines.entries, ...refusals]);
  return newest === undefined || isCallEntry(newest) ? undefined : newest;
}
