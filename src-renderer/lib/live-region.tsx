import { VisuallyHidden } from '@mantine/core';
import { create } from 'zustand';

const useAnnouncement = create<{ text: string; turn: number }>(() => ({ text: '', turn: 0 }));

/** Says something to those who do not see the screen, when they have a moment. */
export function announce(text: string): void {
  useAnnouncement.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** The window's one polite live region. */
export function LiveRegion() {
  const { text, turn } = useAnnouncement();
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {/* The same words again are read again only where something of them changes. */}
      {text}
      {turn % 2 === 1 && '\u00A0'}
    </VisuallyHidden>
  );
}
