import { useVoices } from '../../core/voices/voices.ts';

/** No voice is the current one any more, and the keyboard’s focus goes to the list, where another is chosen. */
export function chooseAnother(): void {
  useVoices.setState({ currentId: undefined });
  document.querySelector<HTMLElement>('main [role="grid"]')?.focus();
}
