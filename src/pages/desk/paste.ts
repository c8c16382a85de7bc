import { useEffect } from 'preact/hooks';
import { useDesk } from './desk-context.js';
import { isWholeText } from './whole-text.js';

interface PastePlace {
  /** Its tab is shown. */
  readonly isOn: boolean;
  /** Whole texts go to the box of the purchases. */
  readonly takesNamesAlone?: boolean;
  readonly take: (text: string) => void;
}

/** Pasting works wherever the focus is. A field keeps what is pasted into it, but for a whole text in a field of one line. */
export function usePasteAnywhere({ isOn, takesNamesAlone = false, take }: PastePlace): void {
  const { openPurchase } = useDesk();
  useEffect(() => {
    if (!isOn) return undefined;
    const onPaste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isWhole = isWholeText(text);
      const isForField = fieldKeeps(event.target, isWhole);
      if (text === '' || isForField) return;
      event.preventDefault();
      const isInField = fieldKeeps(event.target, false);
      if (isWhole && (takesNamesAlone || isInField)) openPurchase(text);
      else take(text);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [isOn, take]);
}

/** A note may be as long as it likes. */
function fieldKeeps(target: EventTarget | null, isWhole: boolean): boolean {
  if (!(target instanceof Element)) return false;
  if (!isWhole) return target.closest('input, textarea, select') !== null;
  return target.closest('textarea, .line-form input') !== null;
}
