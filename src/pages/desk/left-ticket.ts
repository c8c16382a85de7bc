import { useLayoutEffect, useRef } from 'preact/hooks';

/** Calls back when another ticket is written in place of one, before the page shows its number. */
export function useLeftTicket(ticket: string, onLeft: (leftTicket: string) => void): void {
  const before = useRef(ticket);
  useLayoutEffect(() => {
    if (before.current !== '' && before.current !== ticket) onLeft(before.current);
    before.current = ticket;
  }, [ticket]);
}
