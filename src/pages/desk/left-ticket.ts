import { useLayoutEffect, useRef } from 'preact/hooks';

/** Calls `onLeft` when the ticket changes, before the page shows the new number. The first ticket takes the place of none. */
export function useLeftTicket(ticket: string, onLeft: (leftTicket: string) => void): void {
  const before = useRef(ticket);
  useLayoutEffect(() => {
    if (before.current !== '' && before.current !== ticket) onLeft(before.current);
    before.current = ticket;
  }, [ticket]);
}
