import { z } from 'zod';

/**
 * A strict reader of OpenTimelineIO, by the published list of its schemas and their fields (“Serialized Data”, Timeline.1, Stack.1, Track.1, Clip.2, Gap.1,
 * Marker.2, ExternalReference.1, TimeRange.1, RationalTime.1): every field of each is there, and nothing else.
 */
const metadata = z.record(z.string(), z.unknown());
const time = z.strictObject({ OTIO_SCHEMA: z.literal('RationalTime.1'), rate: z.number().positive(), value: z.number() });
const range = z.strictObject({ OTIO_SCHEMA: z.literal('TimeRange.1'), start_time: time, duration: time });
/** The colours that OpenTimelineIO names. */
const colours = ['PINK', 'RED', 'ORANGE', 'YELLOW', 'GREEN', 'CYAN', 'BLUE', 'PURPLE', 'MAGENTA', 'BLACK', 'WHITE'] as const;
const marker = z.strictObject({
  OTIO_SCHEMA: z.literal('Marker.2'),
  metadata,
  name: z.string(),
  color: z.enum(colours),
  marked_range: range,
  comment: z.string(),
});
const item = { metadata, name: z.string(), effects: z.array(z.never()), markers: z.array(marker), enabled: z.boolean() };
const media = z.strictObject({
  OTIO_SCHEMA: z.literal('ExternalReference.1'),
  metadata,
  name: z.string(),
  available_range: range,
  available_image_bounds: z.null(),
  target_url: z.string(),
});
const clip = z.strictObject({
  OTIO_SCHEMA: z.literal('Clip.2'),
  ...item,
  source_range: range,
  media_references: z.record(z.string(), media),
  active_media_reference_key: z.string(),
});
const gap = z.strictObject({ OTIO_SCHEMA: z.literal('Gap.1'), ...item, source_range: range });
const track = z.strictObject({
  OTIO_SCHEMA: z.literal('Track.1'),
  ...item,
  source_range: z.null(),
  kind: z.enum(['Audio', 'Video']),
  children: z.array(z.discriminatedUnion('OTIO_SCHEMA', [clip, gap])),
});
const timeline = z.strictObject({
  OTIO_SCHEMA: z.literal('Timeline.1'),
  metadata,
  name: z.string(),
  global_start_time: time,
  tracks: z.strictObject({ OTIO_SCHEMA: z.literal('Stack.1'), ...item, source_range: z.null(), children: z.array(track) }),
});

export type OtioRange = z.infer<typeof range>;

export const parseOtio = (text: string): z.infer<typeof timeline> => timeline.parse(JSON.parse(text));

/** Seconds at which a range begins, and for which it lasts. */
export const secondsOf = ({ start_time: start, duration }: OtioRange): { start: number; length: number } => ({
  start: start.value / start.rate,
  length: duration.value / duration.rate,
});
