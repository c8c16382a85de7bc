import { useEffect } from 'preact/hooks';
import { useDesk } from './desk-context.js';
import { isWholeText } from './whole-text.js';

interface PastePlace {
  /** Whether the tab of this place is shown. */
  readonly isOn: boolean;
  /** Whether this place takes names alone: whole texts then go to the box of the purchases. */
  readonly takesNamesAlone?: boolean;
  readonly take: (text: string) => void;
}

/** Pasting works wherever the focus is. A field keeps what is pasted into it, except a whole text in a field of one line. */
export function usePasteAnywhere({ isOn, takesNamesAlone = false, take }: PastePlace): void {
  const { openPurchase } = useDesk();
  useEffect(() => {
    if (!isOn) return undefined;
    const onPaste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isWhole = isWholeText(text);
      const isInField = isInside(event.target, 'input, textarea, select');
      // A box or the line of a note takes a text of any length.
      const mayBeLong = isInside(event.target, 'textarea, .line-form input');
      const isForField = isWhole ? mayBeLong : isInField;
      if (text === '' || isForField) return;
      event.preventDefault();
      if (isWhole && (takesNamesAlone || isInField)) openPurchase(text);
      else take(text);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [isOn, take]);
}

function isInside(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
