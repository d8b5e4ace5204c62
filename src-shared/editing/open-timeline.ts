import { sampleRate } from '../narration/take.ts';
import type { EditItem, EditPickup, EditProject, EditTrack } from './edit-project.ts';

/** OpenTimelineIO: times are samples. https://opentimelineio.readthedocs.io, “Serialized Data” */

type Json = Record<string, unknown>;

const time = (value: number): Json => ({ OTIO_SCHEMA: 'RationalTime.1', rate: sampleRate, value });
const range = (start: number, samples: number): Json => ({ OTIO_SCHEMA: 'TimeRange.1', start_time: time(start), duration: time(samples) });

/** What every part of a composition has. */
const item = (name: string, sourceRange: Json | null): Json => ({
  metadata: {},
  name,
  source_range: sourceRange,
  effects: [],
  markers: [],
  enabled: true,
});

/** A track for each character, whose takes refer to the sounds beside the file, with gaps between them; a green marker for each chapter, a red one for each pickup. */
export function toOpenTimeline({ title, tracks, chapters, pickups, sounds }: EditProject): string {
  const last = chapters.at(-1);
  const samples = last === undefined ? 0 : last.start + last.samples;
  const timeline: Json = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name: title,
    global_start_time: time(0),
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      ...item('tracks', null),
      markers: [
        ...chapters.map((chapter) => toMarker({ ...chapter, name: chapter.title, note: '' }, 'GREEN')),
        ...pickups.map((pickup) => toMarker(pickup, 'RED')),
      ],
      children: tracks.map((track) => toTrack(track, sounds, samples)),
    },
  };
  return `${JSON.stringify(timeline, null, 1)}\n`;
}

const toMarker = ({ name, note, start, samples }: EditPickup, color: 'GREEN' | 'RED'): Json => ({
  OTIO_SCHEMA: 'Marker.2',
  metadata: {},
  name,
  color,
  marked_range: range(start, samples),
  comment: note,
});

/** As long as the whole project. */
function toTrack({ name, items }: EditTrack, sounds: EditProject['sounds'], samples: number): Json {
  const children: Json[] = [];
  let at = 0;
  const addGap = (until: number): void => {
    if (until > at) children.push({ OTIO_SCHEMA: 'Gap.1', ...item('', range(0, until - at)) });
  };
  for (const each of items) {
    addGap(each.start);
    children.push(toClip(each, sounds));
    at = each.start + each.samples;
  }
  addGap(samples);
  return { OTIO_SCHEMA: 'Track.1', ...item(name, null), kind: 'Audio', children };
}

function toClip({ name, samples, sound, offset }: EditItem, sounds: EditProject['sounds']): Json {
  const { fileName = '', samples: available = 0 } = sounds[sound] ?? {};
  const media: Json = {
    OTIO_SCHEMA: 'ExternalReference.1',
    metadata: {},
    name: fileName,
    available_range: range(0, available),
    available_image_bounds: null,
    target_url: encodeURIComponent(fileName),
  };
  return {
    OTIO_SCHEMA: 'Clip.2',
    ...item(name, range(offset, samples)),
    media_references: { DEFAULT_MEDIA: media },
    active_media_reference_key: 'DEFAULT_MEDIA',
  };
}
