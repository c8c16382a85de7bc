import { useEffect, useRef } from 'preact/hooks';

/** Calls back when another ticket is written in place of one. */
export function useLeftTicket(ticket: string, onLeft: (left: string) => void): void {
  const before = useRef(ticket);
  useEffect(() => {
    if (before.current !== '' && before.current !== ticket) onLeft(before.current);
    before.current = ticket;
  }, [ticket]);
}
