import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noHistory, recorded, redone, undone, type DubEdit, type DubHistory } from '#shared/dubbing/edits.ts';
import { maximumSavedDubHistory, packDubHistory, unpackDubHistory } from '#shared/dubbing/saved-history.ts';
import { newSegment, usualDucking, type Segment } from '#shared/dubbing/timeline.ts';

const segment = (id: string, text: string): Segment => ({ ...newSegment([], id, 0), end: 96_000, text });
const first: DubEdit = {
  title: 'The harbour',
  ducking: usualDucking,
  segments: [segment('first00001', 'One.'), segment('second0001', 'Two.')],
};

/** What a person did: each edit gives one segment another text, or takes it away; some are taken back, some come again. */
function work(acts: readonly { act: 'edit' | 'remove' | 'undo' | 'redo'; text: string }[]): DubHistory {
  let [history, edit] = [noHistory, first];
  for (const { act, text } of acts) {
    if (act === 'undo' || act === 'redo') {
      const found = (act === 'undo' ? undone : redone)(history, edit);
      if (found) [history, edit] = [found.history, found.edit];
      continue;
    }
    history = recorded(history, edit, text);
    const [head, ...rest] = edit.segments;
    edit = { ...edit, title: `Dub ${text.slice(0, 20)}`, segments: act === 'remove' || !head ? rest : [{ ...head, text }, ...rest] };
  }
  return history;
}

it('a history that is saved is the same when it is read again', () => {
  const act = fc.record({ act: fc.constantFrom('edit', 'remove', 'undo', 'redo'), text: fc.string({ minLength: 1, maxLength: 20 }) });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const history = work(acts);
      expect(unpackDubHistory(packDubHistory(history))).toEqual(history);
    }),
  );
});

it('a history that is too long keeps the steps next to now, within its bound', () => {
  let history = noHistory;
  for (let step = 0; step < 200; step += 1) {
    const segments = Array.from({ length: 10 }, (_, at) => segment(`segment00${String(at)}`, `${String(step)} ${'x'.repeat(900)}`));
    history = recorded(history, { ...first, segments }, `Step ${String(step)}`);
  }
  const text = packDubHistory(history);
  expect(text.length).toBeLessThanOrEqual(maximumSavedDubHistory);
  const { past } = unpackDubHistory(text);
  expect(past.length).toBeGreaterThan(20);
  expect(past).toEqual(history.past.slice(-past.length));
});

it('segments that did not change between steps are saved once', () => {
  const many: DubEdit = {
    ...first,
    segments: Array.from({ length: 300 }, (_, index) => segment(`segment${String(index).padStart(3, '0')}`, 'Text. '.repeat(10))),
  };
  let history = noHistory;
  for (let step = 0; step < 200; step += 1) history = recorded(history, many, `Step ${String(step)}`);
  expect(packDubHistory(history).length).toBeLessThan(JSON.stringify(many).length + 200 * 1_500);
});

it.each(['', '{}', '{"segments":[],"past":[{"label":"x","title":"t","ducking":{},"segments":[7]}],"future":[]}', 'null'])(
  'a text that is no history is none: %j',
  (text) => expect(unpackDubHistory(text)).toEqual(noHistory),
);

it('a step that names a segment that is not there is no history', () => {
  const packed = JSON.parse(packDubHistory(work([{ act: 'edit', text: 'a' }]))) as { segments: unknown[] };
  expect(unpackDubHistory(JSON.stringify({ ...packed, segments: [] }))).toEqual(noHistory);
});
