import { useState } from 'react';

/** Whether something stands open, as it was left the last time in this window's profile; folded at first. */
export function useRememberedOpen(key: string): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(() => localStorage.getItem(key) === 'open');
  return [
    open,
    (next) => {
      localStorage.setItem(key, next ? 'open' : 'folded');
      setOpen(next);
    },
  ];
}
