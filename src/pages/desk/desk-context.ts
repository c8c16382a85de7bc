import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { StartAnswer } from '../../desk/wire.js';
import type { Drafts } from './drafts.js';
import type { TicketJournal } from './ticket-journal.js';

/** A text that was pasted at another place. */
export interface TextToOpen {
  readonly text: string;
}

/** What all tabs share: the ticket, the profile, and the language in which the player reads. */
export interface Desk {
  readonly start: StartAnswer;
  /** The number of the ticket; empty if none is written, or if what is written cannot be one. */
  readonly ticket: string;
  readonly isTicketWrong: boolean;
  readonly profile: string;
  readonly language: string;
  /** Grows with each call, reply and note: what is shown of the journal is old then. */
  readonly journalVersion: number;
  readonly journalChanged: () => void;
  /** Undefined while the journal is read. */
  readonly ticketJournal: TicketJournal | undefined;
  readonly setConnected: (isConnected: boolean) => void;
  /** Says words to a screen reader. */
  readonly announce: (words: string) => void;
  readonly changeTicket: (ticket: string) => void;
  /** The ticket if it was opened with a button; empty if its number was typed. */
  readonly openedTicket: string;
  readonly drafts: Drafts;
  readonly keepDraft: (key: string, text: string) => void;
  /** Shows what is known of a ticket. */
  readonly openTicket: (ticket: string) => void;
  /** Opens the tab of the players, with this name if it is not empty. */
  readonly openPlayer: (username: string) => void;
  /** Opens the explanation of a code. */
  readonly openExplain: (code: string) => void;
  /** Opens the tab of the purchases with this text. */
  readonly openPurchase: (text: string) => void;
  readonly textToOpen: TextToOpen;
  readonly codeToOpen: TextToOpen;
}

export const DeskContext = createContext<Desk | undefined>(undefined);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === undefined) throw new TypeError('There is no desk around this part.');
  return desk;
}
