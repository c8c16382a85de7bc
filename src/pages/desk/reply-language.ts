/** In which language the player reads. Knows no browser. */

export interface LanguageChoices {
  /** What the person chose for new tickets. */
  readonly own: string;
  /** What was chosen at a ticket. */
  readonly byTicket: ReadonlyMap<string, string>;
}

interface OpenTicket {
  /** Empty without one. */
  readonly ticket: string;
  /** The language of its newest reply; undefined without one. */
  readonly last: string | undefined;
}

/** A ticket keeps its own: what was chosen there, else that of its newest reply. */
export function languageOf({ own, byTicket }: LanguageChoices, { ticket, last }: OpenTicket) {
  if (ticket === '') return own;
  return byTicket.get(ticket) ?? last ?? own;
}

/** What is chosen at a ticket with a reply is about that ticket alone. */
export function withLanguage(
  { own, byTicket }: LanguageChoices,
  { ticket, last }: OpenTicket,
  code: string,
): LanguageChoices {
  const chosen = new Map(byTicket);
  if (ticket !== '') chosen.set(ticket, code);
  const isOfTicketAlone = ticket !== '' && last !== undefined;
  return { own: isOfTicketAlone ? own : code, byTicket: chosen };
}
