import type { ComponentChildren } from 'preact';
import { useDesk } from './desk-context.js';
import { FetchedReply } from './reply-block.js';

/** The replies to a player without a completed verification: no check shows whether the player has done it. */
const afterNoCheck = ['verification-not-recorded', 'verification-not-completed'];

interface FittingReplyProps {
  /** The id of the verdict, or of the situation. */
  readonly outcome: string;
  readonly children: ComponentChildren;
}

/** The reply to an answer. If it depends on what the player says, both replies. */
export function FittingReply({ outcome, children }: FittingReplyProps) {
  const { start } = useDesk();
  // The verdict `not-completed` has no prefix, its situation has one.
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
