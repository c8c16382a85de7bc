import { useDesk } from './desk-context.js';

export function OpenTicketButton({ ticket }: { readonly ticket: string }) {
  const { openTicket } = useDesk();
  return (
    <button type="button" class="quiet" onClick={() => openTicket(ticket)}>
      Open <bdi>{ticket}</bdi>
    </button>
  );
}
