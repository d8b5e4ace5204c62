import { beforeEach, expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { projectOf } from '../../helpers/fake-project.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';

const character = { controls: {}, modelId: null };
const thomas = { ...character, id: 'character01', name: 'Thomas', voiceId: 'bert', modelId: 'alpha-s1', colour: 1 };
const ida = { ...character, id: 'character02', name: 'Ida', voiceId: null, colour: 2 };
const project = { ...projectOf('project01', { chapter01: { block0001: 'The lamp burns.' } }), cast: [thomas, ida] };
const clone = { voiceId: 'clone01', name: 'Anna reads' };

let stores: ReturnType<typeof createFakeStores>;
let takeBack: (() => boolean) | undefined;
const cast = () => stores.project.store.getState().details?.cast;

beforeEach(async () => {
  takeBack = undefined;
  fakeStudio.reset({ 'project.open': () => project, 'project.update': () => null, 'voices.mark': () => null });
  stores = createFakeStores({
    toast: (title, _message, undo) => {
      fakeStudio.toasts.push(title);
      takeBack = undo ?? takeBack;
    },
  });
  await stores.host.connectHost();
  await stores.project.openProject(project.path);
});

it('a character speaks with the voice that it is given, with the model of that voice, and nobody else of the cast changes', async () => {
  await stores.voices.giveToCharacter(clone, thomas.id);
  expect(cast()).toEqual([{ ...thomas, voiceId: clone.voiceId, modelId: null }, ida]);
  expect(fakeStudio.inputs('project.update')).toEqual([{ projectId: 'project01', cast: cast() }]);
  expect(fakeStudio.toasts).toEqual([messages.voices.speaksCharacter('Anna reads', 'Thomas')]);
});

it('undo gives a character back the voice and the model it had, and leaves what was changed of others since', async () => {
  await stores.voices.giveToCharacter(clone, thomas.id);
  await stores.project.updateProject({ cast: cast()!.map((one) => (one.id === ida.id ? { ...one, name: 'Ida Lund' } : one)) });
  expect(takeBack?.()).toBe(true);
  expect(cast()).toEqual([thomas, { ...ida, name: 'Ida Lund' }]);
});

it('a voice that cannot be saved for a character is not shown as its voice, and leaves nothing to undo', async () => {
  fakeStudio.answers['project.update'] = refuse('disk-full');
  await stores.voices.giveToCharacter(clone, thomas.id);
  expect(cast()).toEqual([thomas, ida]);
  expect(fakeStudio.toasts).toEqual(['disk-full']);
  expect(stores.project.store.getState().canUndo).toBe(false);
});

it('nothing is saved or said for a character that is not of the project, or speaks with the voice already', async () => {
  await stores.voices.giveToCharacter(clone, 'character99');
  await stores.voices.giveToCharacter({ voiceId: 'bert', name: 'Bert' }, thomas.id);
  expect(fakeStudio.inputs('project.update')).toEqual([]);
  expect(fakeStudio.toasts).toEqual([]);
});
