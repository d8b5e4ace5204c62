/** How a service may differ from another one that keeps the same interface. README.md lists what each does and why it may. */
export type Character = 'bare' | 'rich' | 'odd';

export const characters: readonly Character[] = ['bare', 'rich', 'odd'];

/** Calls the one of three functions that belongs to `character`. */
export function shape<T>(character: Character, shapes: Record<Character, () => T>): T {
  return shapes[character]();
}
