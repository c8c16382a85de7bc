/** In which language the player reads. Knows no browser. */

export interface LanguageChoices {
  /** What the person chose for new tickets. */
  readonly forNewTickets: string;
  /** What was chosen at a ticket. */
  readonly byTicket: ReadonlyMap<string, string>;
}

interface OpenTicket {
  /** The number of the ticket; empty without a ticket. */
  readonly ticket: string;
  /** The language of the newest reply of the ticket; undefined without a reply. */
  readonly replyLanguage: string | undefined;
}

/** A ticket keeps its own language: the one that was chosen there, else that of its newest reply. */
export function languageOf(
  { forNewTickets, byTicket }: LanguageChoices,
  { ticket, replyLanguage }: OpenTicket,
) {
  if (ticket === '') return forNewTickets;
  return byTicket.get(ticket) ?? replyLanguage ?? forNewTickets;
}

/** A language that is chosen at a ticket with a reply counts for that ticket alone, any other for new tickets, too. */
export function addLanguageChoice(
  { forNewTickets, byTicket }: LanguageChoices,
  { ticket, replyLanguage }: OpenTicket,
  code: string,
): LanguageChoices {
  const chosenByTicket = new Map(byTicket);
  if (ticket !== '') chosenByTicket.set(ticket, code);
  const isOfTicketAlone = ticket !== '' && replyLanguage !== undefined;
  return { forNewTickets: isOfTicketAlone ? forNewTickets : code, byTicket: chosenByTicket };
}
