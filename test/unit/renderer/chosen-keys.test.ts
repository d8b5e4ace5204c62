import { beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/operations/studio.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';

const stores = createFakeStores();
const { addCommands, store: useCommands } = stores.commands;
const { connectHost } = stores.host;
const { bindKeys, resetKeys, watchChosenKeys } = stores.chosenKeys;
const useStudio = stores.studio.store;

const shortcuts = () => useStudio.getState().settings.shortcuts;
const sent = () => fakeStudio.inputs('settings.update').map((change) => change['shortcuts']);

watchChosenKeys();
beforeEach(async () => {
  fakeStudio.reset({ 'settings.update': (change) => ({ ...useStudio.getState().settings, ...change }) });
  await connectHost();
  useStudio.setState({ settings: { ...defaultSettings, shortcuts: {} } });
  useCommands.setState({ commands: [], known: new Map(), chosen: {} });
  const run = () => undefined;
  addCommands([
    { id: 'find', title: 'Find', group: 'Test', keys: ['Mod+K'], run },
    { id: 'save', title: 'Save', group: 'Test', keys: ['Mod+S'], run },
  ]);
});

describe('a person’s own keys', () => {
  it('are kept by main, taken from the command that had them, and in force at once', async () => {
    const bound = bindKeys('find', ['Mod+S', 'F6']);
    expect(useCommands.getState().chosen).toEqual({ find: ['Mod+S', 'F6'], save: [] });
    await bound;
    expect(sent()).toEqual([{ find: ['Mod+S', 'F6'], save: [] }]);
    expect(shortcuts()).toEqual({ find: ['Mod+S', 'F6'], save: [] });
  });

  it('build on what was chosen before', async () => {
    await bindKeys('find', ['F6']);
    await bindKeys('save', ['F7']);
    expect(sent().at(-1)).toEqual({ find: ['F6'], save: ['F7'] });
  });

  it('of one command go back to those it comes with, and the others stay', async () => {
    await bindKeys('find', ['F6']);
    await bindKeys('save', ['F7']);
    await resetKeys('find');
    expect(shortcuts()).toEqual({ save: ['F7'] });
    expect(useCommands.getState().commands.map(({ keys }) => keys)).toEqual([['Mod+K'], ['F7']]);
  });

  it('go back for all commands where none is named', async () => {
    await bindKeys('find', ['F6']);
    await bindKeys('save', ['F7']);
    await resetKeys();
    expect(sent().at(-1)).toEqual({});
    expect(useCommands.getState().chosen).toEqual({});
  });

  it('are put in force again only where the settings have others', () => {
    const { commands } = useCommands.getState();
    useStudio.setState({ restarting: true });
    expect(useCommands.getState().commands).toBe(commands);
    useStudio.setState({ settings: { ...useStudio.getState().settings, shortcuts: { save: ['F8'] } } });
    expect(useCommands.getState().chosen).toEqual({ save: ['F8'] });
    useStudio.setState({ restarting: false });
  });
});
