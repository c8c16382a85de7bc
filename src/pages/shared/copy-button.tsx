import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

type TextSource = string | (() => Promise<string>);

interface CopyButtonProps {
  /** The text, or what fetches it when it is asked for. */
  readonly text: TextSource;
  readonly isPrimary?: boolean;
  /** Reads out what came of it. */
  readonly announce: (words: string) => void;
  /** Called when the text is on the clipboard. */
  readonly onCopied?: () => void;
  readonly children: ComponentChildren;
}

const shownMs = 2_500;

/** Says on the button itself whether it worked. */
export function CopyButton(props: CopyButtonProps) {
  const { text, isPrimary = false, announce, onCopied, children } = props;
  const [outcome, setOutcome] = useState<'' | 'Copied' | 'Not copied'>('');
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const copy = async (): Promise<void> => {
    const isCopied = await writeClipboard(text).then(
      () => true,
      () => false,
    );
    const words = isCopied ? 'Copied' : 'Not copied';
    setOutcome(words);
    announce(words);
    if (isCopied) onCopied?.();
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOutcome(''), shownMs);
  };
  return (
    <button type="button" class={isPrimary ? 'primary' : ''} onClick={() => void copy()}>
      {outcome === 'Copied' && <span aria-hidden="true">✔ </span>}
      {outcome === '' ? children : outcome}
    </button>
  );
}

/** A browser allows this only right after a click, so a text that must be fetched first goes in as a promise. */
function writeClipboard(text: TextSource): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text);
  const blob = text().then((ready) => new Blob([ready], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
