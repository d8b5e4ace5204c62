import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EditProject } from '#shared/editing/edit-project.ts';
import { toOpenTimeline } from '#shared/editing/open-timeline.ts';
import { toReaper } from '#shared/editing/reaper.ts';
import { parseOtio, secondsOf } from '../../contract/books/otio.ts';
import { numberOf, parseRpp, valuesOf } from '../../contract/books/rpp.ts';

const name = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !/[\p{Cc}\n]/u.test(text));
const item = fc.record({ gap: fc.integer({ min: 0, max: 480_000 }), samples: fc.integer({ min: 1, max: 4_800_000 }), name });
const projects = fc
  .record({
    title: name,
    track: fc.array(fc.record({ name, items: fc.array(item, { minLength: 1, maxLength: 5 }) }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ title, track }): EditProject => {
    let samples = 0;
    const tracks = track.map(({ name: trackName, items }) => {
      let at = 0;
      const placed = items.map((each) => {
        const start = at + each.gap;
        at = start + each.samples;
        return { name: each.name, start, samples: each.samples, sound: 0, offset: start };
      });
      samples = Math.max(samples, at);
      return { name: trackName, items: placed };
    });
    return {
      title,
      tracks,
      chapters: [{ title, start: 0, samples }],
      pickups: [{ name: `Noise: ${title}`, note: 'Again', start: 480, samples: 4800 }],
      sounds: [{ fileName: `It's \`one\` & 100 % ${title}.wav`.replaceAll('"', ''), samples }],
    };
  });

/** A text with all three quotation marks loses one. */
const kept = (text: string): string => (['"', "'", '`'].every((mark) => text.includes(mark)) ? text.replaceAll('`', "'") : text);

describe('a project for an audio editor', () => {
  it('as OpenTimelineIO has tracks of one length, whose clips stand at their sample and name their file', () => {
    fc.assert(
      fc.property(projects, (project) => {
        const { tracks } = parseOtio(toOpenTimeline(project));
        expect(tracks.markers.map(({ name: text, color, comment, marked_range: at }) => [text, color, comment, secondsOf(at)])).toEqual([
          [project.title, 'GREEN', '', { start: 0, length: (project.sounds[0]?.samples ?? 0) / 48_000 }],
          [`Noise: ${project.title}`, 'RED', 'Again', { start: 0.01, length: 0.1 }],
        ]);
        for (const [index, track] of tracks.children.entries()) {
          let at = 0;
          const clips = track.children.flatMap((child) => {
            const from = at;
            at += child.source_range.duration.value;
            if (child.OTIO_SCHEMA === 'Gap.1') return [];
            const media = child.media_references[child.active_media_reference_key];
            expect(decodeURIComponent(media?.target_url ?? '')).toBe(project.sounds[0]?.fileName);
            return [
              { start: from, offset: Math.round(secondsOf(child.source_range).start * 48_000), samples: child.source_range.duration.value },
            ];
          });
          expect(clips).toEqual(project.tracks[index]?.items.map(({ start, offset, samples }) => ({ start, offset, samples })));
          expect(at).toBe(project.sounds[0]?.samples);
        }
      }),
    );
  });

  it('as a Reaper project says every name and every place, whatever quotation marks a name has', () => {
    fc.assert(
      fc.property(projects, (project) => {
        const root = parseRpp(toReaper(project));
        expect(valuesOf(root, 'TITLE')).toEqual([kept(project.title)]);
        expect(root.blocks.map((track) => valuesOf(track, 'NAME')[0])).toEqual(project.tracks.map((track) => kept(track.name)));
        const items = root.blocks.map((track) =>
          track.blocks.map((each) => ({
            name: valuesOf(each, 'NAME')[0],
            start: Math.round(numberOf(each, 'POSITION') * 48_000),
            samples: Math.round(numberOf(each, 'LENGTH') * 48_000),
            offset: Math.round(numberOf(each, 'SOFFS') * 48_000),
          })),
        );
        expect(items).toEqual(
          project.tracks.map((track) =>
            track.items.map(({ name: text, start, samples, offset }) => ({ name: kept(text), start, samples, offset })),
          ),
        );
        const markers = root.lines.filter((line) => line.name === 'MARKER').map(({ values }) => values);
        expect(markers.at(-1)).toEqual(['1', '0.01000000', kept(`Noise: ${project.title}`), '0']);
        const [source] = root.blocks[0]?.blocks[0]?.blocks ?? [];
        expect(source && valuesOf(source, 'FILE')).toEqual([project.sounds[0]?.fileName]);
      }),
    );
  });
});
