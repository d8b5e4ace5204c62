import { VisuallyHidden } from '@mantine/core';
import { create } from 'zustand';

const useAnnouncement = create<{ text: string }>(() => ({ text: '' }));

/** Says something to those who do not see the screen, when they have a moment. */
export function announce(text: string): void {
  useAnnouncement.setState({ text });
}

/** The window's one polite live region. */
export function LiveRegion() {
  const text = useAnnouncement((state) => state.text);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}
