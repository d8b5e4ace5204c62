import { beforeEach, expect, it } from 'vitest';
import { LastDone } from '../../../src-renderer/app/shell/last-done.ts';
import type { OfferedUndo } from '../../../src-renderer/lib/toast.tsx';
import { createFakeStores } from '../../helpers/fake-stores.ts';

let now = 0;
let offered: OfferedUndo | undefined;
let lastAct: object | undefined;
let lastDone: LastDone;
let stores: ReturnType<typeof createFakeStores>;
const offer = (): OfferedUndo => (offered = { at: now, takeBack: () => undefined });
const own = () => ({ undo: () => undefined, redo: () => undefined, canUndo: true, canRedo: false });

beforeEach(() => {
  [now, offered, lastAct] = [1, undefined, {}];
  stores = createFakeStores();
  lastDone = new LastDone({
    panelUndo: stores.panelUndo,
    project: { store: stores.project.store, openManuscript: () => ({ lastAct }) },
    offeredUndo: () => offered,
    now: () => now,
  });
});

it('the Undo of a toast is the last thing done where the script has no later step, whatever else of the project changes', () => {
  lastDone.watch();
  const removal = offer();
  now = 2;
  stores.project.store.setState({ selected: [] });
  expect(lastDone.offer()).toBe(removal);
});

it('a step in the script after the act of the toast is taken back before it, and an act after that step is the last again', () => {
  lastDone.watch();
  offer();
  now = 2;
  lastAct = {};
  stores.project.store.setState({ canUndo: true });
  expect(lastDone.offer()).toBeUndefined();
  now = 3;
  expect(offer()).toBe(lastDone.offer());
});

it('a step in a panel with an undo of its own comes before the toast; the panel that is shown or left makes none', () => {
  const { panelUndo } = stores;
  lastDone.watch();
  const removal = offer();
  now = 2;
  panelUndo.store.setState({ own: own() });
  expect(lastDone.offer()).toBe(removal);
  panelUndo.store.setState({ own: own() });
  expect(lastDone.offer()).toBeUndefined();
});
