import { useCallback, useRef } from 'react';

/** Focuses a field of a form by its name, once the form is drawn as it is then: what is wrong is where the person goes on. */
export function useFieldFocus() {
  const form = useRef<HTMLFormElement>(null);
  const focusField = useCallback((name: string): void => {
    requestAnimationFrame(() => {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.focus();
    });
  }, []);
  return { form, focusField };
}
