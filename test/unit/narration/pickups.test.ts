import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { formatPickups, parsePickups, type PickupRow } from '#shared/narration/pickup-csv.ts';
import { pickupKinds } from '#shared/narration/pickup-kinds.ts';
import {
  allPickupKinds,
  mergeFindings,
  placePickups,
  proofedPercent,
  orderPickups,
  type Pickup,
  type SoundingBlock,
} from '#shared/narration/pickups.ts';
import { takeOf } from '../../helpers/fake-project.ts';

const pickup = (extra: Partial<Pickup> = {}): Pickup => ({
  id: 'pickup00',
  chapterId: 'chapter1',
  blockId: 'block001',
  takeId: 'take0001',
  kind: 'noise',
  startMs: 100,
  endMs: 200,
  text: '',
  score: 0.5,
  note: '',
  state: 'open',
  by: 'check',
  ...extra,
});
const block = (blockId: string, takeId: string | undefined, extra: Partial<SoundingBlock> = {}): SoundingBlock => ({
  blockId,
  opening: 'Some words.',
  words: 3,
  take: takeId === undefined ? undefined : takeOf(blockId, 'Some words.', { id: takeId }),
  fromMs: 0,
  stale: false,
  ...extra,
});
const chapter = (...blocks: SoundingBlock[]) => ({ id: 'chapter1', title: 'One', blocks });
const place = { chapterId: 'chapter1', blockId: 'block001', takeId: 'take0001' };

describe('pickups in their place', () => {
  it('what was found in a take is hidden while another take sounds, and is there for every block that the take sounds for', () => {
    const found = pickup();
    expect(placePickups([found], [chapter(block('block001', 'take0002'))])).toEqual([]);
    const both = placePickups([found], [chapter(block('block001', 'take0001'), block('block002', 'take0001'))]);
    expect(both.map(({ blockId, block: number }) => [blockId, number])).toEqual([
      ['block001', 1],
      ['block002', 2],
    ]);
    expect(new Set(both.map(({ key }) => key)).size).toBe(2);
  });

  it('a mark of a person stays with its block, whichever take sounds, and never lies behind its end', () => {
    const mark = pickup({ kind: 'mark', startMs: 1500, endMs: 1500 });
    expect(placePickups([mark], [chapter(block('block001', 'take0002'))])).toMatchObject([{ startMs: 1000, endMs: 1000 }]);
    expect(placePickups([mark], [chapter(block('block001', undefined))])).toMatchObject([{ startMs: undefined }]);
    expect(placePickups([mark], [chapter(block('block002', 'take0001'))])).toEqual([]);
  });

  it('the worst comes first, and what is as bad in reading order', () => {
    const [low, high, late] = [
      pickup({ id: 'low00000', score: 0.2 }),
      pickup({ id: 'high0000', score: 0.9, startMs: 150 }),
      pickup({ id: 'late0000', score: 0.9, takeId: 'take0002' }),
    ];
    const placed = placePickups([late, low, high], [chapter(block('block001', 'take0001'), block('block002', 'take0002'))]);
    expect(orderPickups(placed, 'worst').map(({ pickup: { id } }) => id)).toEqual(['high0000', 'late0000', 'low00000']);
  });

  it('a list by place is in reading order, and one by kind has the pickups of a kind in reading order', () => {
    const found = [
      pickup({ id: 'mark0000', kind: 'mark', startMs: 0, endMs: 0 }),
      pickup({ id: 'noise000', kind: 'noise', score: 0.9, startMs: 100 }),
      pickup({ id: 'words000', kind: 'missing-words', score: 0.2, startMs: 150 }),
      pickup({ id: 'late0000', kind: 'missing-words', score: 0.8, takeId: 'take0002' }),
    ];
    const placed = placePickups(found, [chapter(block('block001', 'take0001'), block('block002', 'take0002'))]);
    const ids = (order: 'place' | 'kind') => orderPickups(placed, order).map(({ pickup: { id } }) => id);
    expect(ids('place')).toEqual(['mark0000', 'noise000', 'words000', 'late0000']);
    expect(ids('kind')).toEqual(['words000', 'late0000', 'noise000', 'mark0000']);
  });
});

describe('findings of a check', () => {
  const range = fc.tuple(fc.nat(5000), fc.nat(2000)).map(([startMs, length]) => ({ startMs, endMs: startMs + length }));
  const finding = fc.record({
    kind: fc.constantFrom(...pickupKinds),
    at: range,
    text: fc.string({ maxLength: 20 }),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const findings = fc.array(
    finding.map(({ at, ...rest }) => ({ ...rest, ...at })),
    { maxLength: 12 },
  );

  it('a pickup that a person brought stays when its take is checked and nothing is found there', () => {
    const brought = pickup({ by: 'person' });
    const place = { chapterId: brought.chapterId, blockId: brought.blockId, takeId: brought.takeId };
    expect(mergeFindings([brought], [], place).removed).toEqual([]);
    expect(mergeFindings([pickup()], [], place).removed).toEqual([brought.id]);
  });

  it('checking a take again with the same result changes no pickup', () => {
    fc.assert(
      fc.property(findings, (found) => {
        const first = mergeFindings([], found, place);
        const again = mergeFindings(first.put, found, place);
        expect(again.removed).toEqual([]);
        expect(new Set(again.put.map(({ id }) => id))).toEqual(new Set(first.put.map(({ id }) => id)));
      }),
    );
  });

  it('no check removes a mark, a note or what a person accepted', () => {
    const known = [
      pickup({ id: 'mark0000', kind: 'mark' }),
      pickup({ id: 'note0000', note: 'Keep' }),
      pickup({ id: 'done0000', state: 'accepted' }),
    ];
    fc.assert(
      fc.property(findings, (found) => {
        const { put, removed } = mergeFindings(known, found, place);
        expect(removed).toEqual([]);
        for (const { id, note, state } of put) {
          if (id === 'note0000') expect(note).toBe('Keep');
          if (id === 'done0000') expect(state).toBe('accepted');
          expect(id).not.toBe('mark0000');
        }
      }),
    );
  });

  it('times and scores out of bounds, and endless text, are brought within them', () => {
    const wild = { kind: 'noise' as const, startMs: -5, endMs: Number.NaN, text: 'x'.repeat(9999), score: 7 };
    const { put } = mergeFindings([], [wild], place);
    expect(put).toMatchObject([{ startMs: 0, endMs: 0, score: 1, text: 'x'.repeat(500) }]);
    expect(put[0]).not.toHaveProperty('difference');
    const differences = [Infinity, -1e9, -7.5, NaN].map((difference) => mergeFindings([], [{ ...wild, difference }], place).put[0]!);
    expect(differences.map(({ difference }) => difference)).toEqual([1000, -1000, -7.5, undefined]);
  });
});

describe('how much is proofed', () => {
  const blocks = [block('block001', 'take0001'), block('block002', 'take0002'), block('block003', undefined, { words: 0 })];
  const nothing = new Set<string>();

  it('counts blocks whose take is up to date, was checked and has nothing open', () => {
    const checked = new Set(['take0001', 'take0002']);
    expect(proofedPercent(blocks, { checked, open: nothing })).toBe(100);
    expect(proofedPercent(blocks, { checked, open: new Set(['block001']) })).toBe(50);
    expect(proofedPercent([{ ...blocks[0]!, stale: true }, blocks[1]!], { checked, open: nothing })).toBe(50);
    expect(proofedPercent(blocks, { checked: new Set(['take0001']), open: nothing })).toBe(50);
  });

  it('says nothing before the first check, and 100 only when no block is missing', () => {
    expect(proofedPercent(blocks, { checked: nothing, open: nothing })).toBeUndefined();
    const many = Array.from({ length: 1000 }, (_, index) => block(`block${index}`, `take${index}`));
    const checked = new Set(many.slice(1).map(({ take }) => take?.id ?? ''));
    expect(proofedPercent(many, { checked, open: nothing })).toBe(99);
  });
});

describe('pickups as CSV', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('=1+1', "'-x", ' a ', 'one\r\ntwo', '"', ';', '\t', '\ufeffx'),
  );
  const row: fc.Arbitrary<PickupRow> = fc
    .record({
      chapter: fc.integer({ min: 1, max: 9999 }),
      block: fc.integer({ min: 1, max: 9999 }),
      kind: fc.constantFrom(...allPickupKinds),
      startMs: fc.nat(100_000),
      length: fc.nat(1000),
      text: anyText,
      note: anyText,
      state: fc.constantFrom('open' as const, 'accepted' as const),
      score: fc.double({ min: 0, max: 1, noNaN: true }).map((score) => score + 0), // no negative zero
    })
    .map(({ length, ...rest }) => ({ ...rest, endMs: rest.startMs + length }));
  const read = (csv: string) => parsePickups(csv, () => undefined);
  const failureOf = (csv: string) => {
    try {
      read(csv);
    } catch (thrown) {
      if (thrown instanceof FailureError) return thrown.failure;
      throw thrown;
    }
    throw new Error('It was read.');
  };

  it('what goes out comes in the same', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
        expect(read(formatPickups(rows))).toEqual(rows);
      }),
    );
  });

  it('text, note, state and score may be left out, and columns stand in any order, parted as a spreadsheet does', () => {
    expect(read('Kind;Block;Chapter;Start;End\r\nmark;2;1;10;20\r\n')).toEqual([
      { chapter: 1, block: 2, kind: 'mark', startMs: 10, endMs: 20, text: '', note: '', state: 'open', score: 1 },
    ]);
  });

  it.each([
    ['', 1],
    ['chapter,block,kind\n1,1,mark\n', 1],
    ['chapter,block,kind,start,end\n1,1,mark,0,1\n1,0,mark,0,1\n', 3],
    ['chapter,block,kind,start,end\n1,1,hum,0,1\n', 2],
    ['chapter,block,kind,start,end\n1,1,mark,1.5,2\n', 2],
    ['chapter,block,kind,start,end\n1,1,mark,9,2\n', 2],
    ['chapter,block,kind,start,end\n1,1,mark,0,1,more\n', 2],
    ['chapter,block,kind,start,end,note\n1,1,mark,0,1,"two\nlines"\n1,1,mark,0,1,"open\n', 4],
    ['chapter,block,kind,start,end,state\n1,1,mark,0,1,done\n', 2],
    ['chapter,block,kind,start,end,score\n1,1,mark,0,1,2\n', 2],
  ])('a row that is wrong is named by its line: %j', (csv, line) => {
    expect(failureOf(csv)).toMatchObject({ kind: 'unprocessable', text: { id: 'narration.csvRow', values: [line, expect.anything()] } });
  });

  it('a place that the project does not have is named by its line', () => {
    const csv = 'chapter,block,kind,start,end\n1,1,mark,0,1\n7,1,mark,0,1\n';
    const check = ({ chapter: number }: PickupRow) => (number > 1 ? message('pickups.csvNoChapter', number) : undefined);
    expect(() => parsePickups(csv, check)).toThrow(/^Line 3: /u);
  });
});
