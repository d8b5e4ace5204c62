import { useVoices } from '../../core/voices/voices.ts';

/** No voice is the current one any more, and the keyboard’s focus goes to the list, where another is chosen; to its search where that finds none. */
export function chooseAnother(): void {
  useVoices.setState({ currentId: undefined });
  const main = document.querySelector('main');
  (main?.querySelector<HTMLElement>('[role="grid"]') ?? main?.querySelector<HTMLElement>('input[type="search"]'))?.focus();
}
