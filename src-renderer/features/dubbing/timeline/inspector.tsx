import type { Dub } from '#shared/dubbing/timeline.ts';
import { textOfSegments } from '#shared/dubbing/voice-languages.ts';
import { codecName } from '#shared/sound/codec-names.ts';
import { changeSegments, editDub } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { usePrice } from '../../../core/account/price.tsx';
import { findDubLanguage } from '../stores.ts';
import { Section } from '../../../ui/section.tsx';
import { Figure } from './figure.tsx';
import { SegmentFields } from './segment-fields.tsx';
import { voiceFieldOf } from './segment-keys.ts';
import { VoiceField } from './voice-field.tsx';
import { sampleRate } from '#shared/narration/take.ts';
import classes from './inspector.module.css';
import { clock, decimal } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';

/** What is chosen, who speaks, how the original gives way, and what the video is. */
export function DubInspector({ dub }: { dub: Dub }) {
  const text = textOfSegments(dub.segments);
  usePrice(text, (signal) => findDubLanguage(text, signal));
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
    <Section title={messages.dubbing.voices}>
      {named.map(([speaker, ids]) => {
        const those = new Set(ids);
        const chosen = dub.segments.flatMap(({ id, voiceId }) => (those.has(id) ? [voiceId] : []));
        const voices = new Set(chosen);
        const without = chosen.filter((voiceId) => voiceId === null).length;
        const name = speaker ?? (speakers.size === 1 ? messages.dubbing.everybody : messages.dubbing.unnamedSpeakers);
        return (
          <VoiceField
            key={speaker ?? ''}
            id={voiceFieldOf(speaker)}
            label={messages.dubbing.voiceOfCount(name, messages.dubbing.segment(ids.length))}
            value={voices.size === 1 ? [...voices][0] : undefined}
            mixedWords={without > 0 ? messages.dubbing.withoutVoice(messages.dubbing.segment(without)) : undefined}
            onChange={(voiceId) => changeSegments(messages.dubbing.voiceOf(name), ids, { voiceId, modelId: null })}
          />
        );
      })}
    </Section>
  );
}

function OriginalSound({ dub }: { dub: Dub }) {
  const { amountDb, attackMs, releaseMs } = dub.ducking;
  const { sound } = dub.video;
  const change = (part: Partial<Dub['ducking']>): void =>
    editDub(messages.dubbing.ducking, ({ ducking }) => ({ ducking: { ...ducking, ...part } }), true);
  return (
    <Section title={messages.dubbing.originalAudio}>
      <p className={classes.note}>
        {sound.state === 'none'
          ? messages.dubbing.noOriginalAudio
          : sound.state === 'unreadable'
            ? messages.dubbing.originalNotDecodable(codecName(sound.codec))
            : messages.dubbing.duckingNote}
      </p>
      {sound.state !== 'none' && (
        <>
          <div className={classes.pair}>
            <Figure
              label={messages.dubbing.lowerBy}
              suffix={messages.dubbing.db}
              value={-amountDb}
              least={0}
              most={60}
              step={1}
              onChange={(value) => change({ amountDb: -value })}
            />
            <Figure
              label={messages.dubbing.attack}
              suffix={messages.dubbing.ms}
              value={attackMs}
              least={0}
              most={2_000}
              step={10}
              onChange={(value) => change({ attackMs: value })}
            />
            <Figure
              label={messages.dubbing.release}
              suffix={messages.dubbing.ms}
              value={releaseMs}
              least={0}
              most={5_000}
              step={10}
              onChange={(value) => change({ releaseMs: value })}
            />
          </div>
          {amountDb <= -60 && <p className={classes.note}>{messages.dubbing.duckingSilentNote}</p>}
        </>
      )}
    </Section>
  );
}

/** Its length, too, where that is not the picture's. */
function describeSound({ samples, sound }: Dub['video']): string {
  if (sound.state === 'none') return messages.dubbing.noneAudio;
  const known = `${codecName(sound.codec)}${sound.channels === 2 ? messages.dubbing.stereo : ''}`;
  const own = clock(sound.samples / sampleRate);
  return sound.samples > 0 && own !== clock(samples / sampleRate) ? `${known}, ${own}` : known;
}

function VideoFacts({ dub: { video } }: { dub: Dub }) {
  const rate = messages.dubbing.frameRate(decimal(video.frameRate, 3), video.variable ? messages.dubbing.variableFrames : '');
  const facts: [string, string][] = [
    [messages.dubbing.file, video.name],
    [messages.dubbing.length, clock(video.samples / sampleRate)],
    [
      messages.dubbing.picture,
      `${String(video.width)} × ${String(video.height)}, ${codecName(video.codec)}${video.rotation === 0 ? '' : messages.dubbing.rotated(String(video.rotation))}`,
    ],
    [messages.dubbing.frames, rate],
    [messages.dubbing.audio, describeSound(video)],
  ];
  return (
    <Section title={messages.dubbing.video}>
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
