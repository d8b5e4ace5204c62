import type { Dub } from '#shared/dubbing/timeline.ts';
import { codecName } from '#shared/sound/codec-names.ts';
import { changeSegments, editDub } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { Section } from '../../../ui/section.tsx';
import { plural } from '../../../lib/format.ts';
import { Figure } from './figure.tsx';
import { SegmentFields } from './segment-fields.tsx';
import { VoiceField } from './voice-field.tsx';
import { seconds } from './words.ts';
import classes from './inspector.module.css';

/** What is chosen, who speaks, how the original gives way, and what the video is. */
export function DubInspector({ dub }: { dub: Dub }) {
  return (
    <>
      <SegmentFields dub={dub} />
      <Speakers dub={dub} />
      <OriginalSound dub={dub} />
      <VideoFacts dub={dub} />
    </>
  );
}

/** One voice for all segments of a speaker. */
function Speakers({ dub }: { dub: Dub }) {
  const speakers = new Map<string | null, string[]>();
  for (const { id, speaker } of dub.segments) speakers.set(speaker, [...(speakers.get(speaker) ?? []), id]);
  if (speakers.size === 0) return null;
  const named = [...speakers].sort(([one], [other]) => (one === null ? 1 : other === null ? -1 : one.localeCompare(other)));
  return (
    <Section title="Voices">
      {named.map(([speaker, ids]) => {
        const those = new Set(ids);
        const voices = new Set(dub.segments.flatMap(({ id, voiceId }) => (those.has(id) ? [voiceId] : [])));
        const name = speaker ?? (speakers.size === 1 ? 'everybody' : 'those without a name');
        return (
          <VoiceField
            key={speaker ?? ''}
            label={`Voice of ${name} (${plural(ids.length, 'segment')})`}
            value={voices.size === 1 ? [...voices][0] : undefined}
            onChange={(voiceId) => changeSegments(`Voice of ${name}`, ids, { voiceId, modelId: null })}
          />
        );
      })}
    </Section>
  );
}

function OriginalSound({ dub }: { dub: Dub }) {
  const { amountDb, attackMs, releaseMs } = dub.ducking;
  const { sound } = dub.video;
  const change = (part: Partial<Dub['ducking']>): void => editDub('Ducking', ({ ducking }) => ({ ducking: { ...ducking, ...part } }), true);
  return (
    <Section title="Original sound">
      <p className={classes.note}>
        {sound.state === 'none'
          ? 'The video has none; these are for another video.'
          : sound.state === 'unreadable'
            ? `Its ${codecName(sound.codec)} sound has no decoder here, so that the dub stands alone.`
            : 'It is lowered wherever the dub is heard, and comes back between.'}
      </p>
      <div className={classes.pair}>
        <Figure
          label="Lower by"
          suffix=" dB"
          value={-amountDb}
          least={0}
          most={60}
          step={1}
          onChange={(value) => change({ amountDb: -value })}
        />
        <Figure
          label="Attack"
          suffix=" ms"
          value={attackMs}
          least={0}
          most={2_000}
          step={10}
          onChange={(value) => change({ attackMs: value })}
        />
        <Figure
          label="Release"
          suffix=" ms"
          value={releaseMs}
          least={0}
          most={5_000}
          step={10}
          onChange={(value) => change({ releaseMs: value })}
        />
      </div>
      {amountDb <= -60 && <p className={classes.note}>At 60 dB it is silent while the dub speaks.</p>}
    </Section>
  );
}

function VideoFacts({ dub: { video } }: { dub: Dub }) {
  const rate = `${String(Number(video.frameRate.toFixed(3)))} frames a second${video.variable ? ', not all equally long' : ''}`;
  const facts: [string, string][] = [
    ['File', video.name],
    ['Length', seconds(video.samples)],
    [
      'Picture',
      `${String(video.width)} × ${String(video.height)}, ${codecName(video.codec)}${video.rotation === 0 ? '' : `, turned by ${String(video.rotation)}°`}`,
    ],
    ['Frames', rate],
    ['Sound', video.sound.state === 'none' ? 'none' : `${codecName(video.sound.codec)}${video.sound.channels === 2 ? ', stereo' : ''}`],
  ];
  return (
    <Section title="Video">
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
