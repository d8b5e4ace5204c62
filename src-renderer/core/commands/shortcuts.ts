import { chooseKeys, useCommands, type ChosenKeys, type KnownCommand } from './commands.ts';
import { rebound } from './key-bindings.ts';
import { updateSettings, useStudio } from '../studio/studio.ts';

const knownNow = (): KnownCommand[] => [...useCommands.getState().known.values()];

/** Gives a command these keys in place of its own, and takes them from who had them. Kept by main. */
export async function bindKeys(id: string, keys: readonly string[]): Promise<void> {
  const next = rebound(useStudio.getState().settings.shortcuts, knownNow(), id, keys);
  await updateSettings({ shortcuts: mutable(next) });
}

/** Gives a command back the keys that it comes with; without `id`, all of them. */
export async function resetKeys(id?: string): Promise<void> {
  const command = id === undefined ? undefined : useCommands.getState().known.get(id);
  if (command) await bindKeys(command.id, command.keys);
  else await updateSettings({ shortcuts: {} });
}

const mutable = (chosen: ChosenKeys): Record<string, string[]> =>
  Object.fromEntries(Object.entries(chosen).map(([id, keys]) => [id, [...keys]]));

export function watchShortcuts(): void {
  useStudio.subscribe((now, before) => {
    if (now.settings.shortcuts !== before.settings.shortcuts) chooseKeys(now.settings.shortcuts);
  });
}
