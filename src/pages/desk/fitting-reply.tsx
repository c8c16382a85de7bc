import type { ComponentChildren } from 'preact';
import { useDesk } from './desk-context.js';
import { FetchedReply } from './reply-block.js';

/** No check shows which of them the player is. */
const afterNoCheck = ['verification-not-recorded', 'verification-not-completed'];

interface FittingReplyProps {
  /** The id of the verdict, or of the situation. */
  readonly outcome: string;
  readonly children: ComponentChildren;
}

/** The reply to an answer; where what the player says decides, both. */
export function FittingReply({ outcome, children }: FittingReplyProps) {
  const { start } = useDesk();
  if (!afterNoCheck.includes(`verification-${outcome.replace('verification-', '')}`)) {
    return <>{children}</>;
  }
  return (
    <>
      {afterNoCheck.map((situation) => (
        <FetchedReply
          heading={start.words[situation] ?? situation}
          situation={situation}
          key={situation}
        />
      ))}
    </>
  );
}
