import { type ChosenKeys, type KnownCommand } from './commands-store.ts';
import { rebound } from './key-rules.ts';
import type { CommandsStore } from './commands-store.ts';
import type { StudioStore } from '../studio/studio-store.ts';

export interface ChosenKeysDependencies {
  commands: Pick<CommandsStore, 'store' | 'chooseKeys'>;
  studio: Pick<StudioStore, 'store' | 'updateSettings'>;
}

/** The keys that a person chose, as main has them. */
export class ChosenKeysStore {
  readonly #deps: ChosenKeysDependencies;

  constructor(dependencies: ChosenKeysDependencies) {
    this.#deps = dependencies;
  }

  readonly #knownNow = (): KnownCommand[] => [...this.#deps.commands.store.getState().known.values()];

  /** Gives a command these keys in place of its own, and takes them from who had them. Kept by main. */
  readonly bindKeys = async (id: string, keys: readonly string[]): Promise<void> => {
    const next = rebound(this.#deps.studio.store.getState().settings.shortcuts, this.#knownNow(), id, keys);
    await this.#deps.studio.updateSettings({ shortcuts: mutable(next) });
  };

  /** Gives a command back the keys that it comes with; without `id`, all of them. */
  readonly resetKeys = async (id?: string): Promise<void> => {
    const command = id === undefined ? undefined : this.#deps.commands.store.getState().known.get(id);
    if (command) await this.bindKeys(command.id, command.keys);
    else await this.#deps.studio.updateSettings({ shortcuts: {} });
  };

  readonly watchChosenKeys = (): void => {
    this.#deps.studio.store.subscribe((now, before) => {
      if (now.settings.shortcuts !== before.settings.shortcuts) this.#deps.commands.chooseKeys(now.settings.shortcuts);
    });
  };
}

const mutable = (chosen: ChosenKeys): Record<string, string[]> =>
  Object.fromEntries(Object.entries(chosen).map(([id, keys]) => [id, [...keys]]));
