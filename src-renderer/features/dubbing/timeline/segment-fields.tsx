import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconPlayerPauseFilled, IconPlayerPlayFilled, IconTrash } from '@tabler/icons-react';
import { currentTake, takesOf } from '#shared/dubbing/fit.ts';
import { fits, placeOfFrame, timecodeAt, type Dub, type Segment } from '#shared/dubbing/timeline.ts';
import { frameOfTimecode } from '#shared/timecode.ts';
import { sampleRate } from '#shared/narration/take.ts';
import {
  changeSegments,
  chooseTake,
  currentSegment,
  mergeSelected,
  removeSelected,
  trimEdge,
  useDubs,
  whyNotMerged,
} from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { dismissMakingFailure, useMaking } from '../stores.ts';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { useAriaKeys } from '../../../core/commands/commands.ts';
import { ReasonButton } from '../../../ui/reason-button.tsx';
import { iconSize } from '../../../lib/icon-size.ts';
import { mixed } from '../../../lib/mixed.ts';
import { ModelSelect } from '../../../core/voices/model-select.tsx';
import { Section } from '../../../ui/section.tsx';
import { knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { Figure } from './figure.tsx';
import { AnotherTakeButton, canGenerateAgain, GenerateButton } from './generate-button.tsx';
import { useTakeSound } from './segment-acts.ts';
import { segmentVoiceField } from './segment-keys.ts';
import { NameInText } from './name-in-text.tsx';
import { SpeakerField } from './speaker-field.tsx';
import { TextOfSegment } from './text-of-segment.tsx';
import { TooLong } from './too-long.tsx';
import { VoiceField } from './voice-field.tsx';
import { changedWords, fitNames, fitWords, seconds } from './words.ts';
import classes from './inspector.module.css';
import { messages } from '#shared/messages/index.ts';

/** The chosen segments: text and times of the one that is shown, voice, speed and fit of all of them. */
export function SegmentFields({ dub }: { dub: Dub }) {
  const selected = useDubs((state) => state.selected);
  const segment = useDubs((state) => currentSegment(state));
  const voices = useStudio((state) => knownVoices(state));
  const failure = useMaking((state) => (segment ? state.failures.get(segment.id) : undefined));
  if (!segment)
    return (
      <Section title={messages.dubbing.segmentTitle}>
        <p className={classes.note}>{dub.segments.length === 0 ? messages.dubbing.noSegmentsHint : messages.dubbing.noSelectionHint}</p>
      </Section>
    );
  const place = dub.segments.findIndex(({ id }) => id === segment.id) + 1;
  const several = selected.length > 1;
  const isMade = currentTake(segment, dub.takes) !== undefined;
  const those = dub.segments.filter(({ id }) => selected.includes(id));
  const shared = <Key extends keyof Segment>(key: Key): Segment[Key] | undefined =>
    those.every((one) => one[key] === segment[key]) ? segment[key] : undefined;
  const change = (label: string, what: Partial<Segment>, merge = false): void => changeSegments(label, selected, what, merge);
  return (
    <Section
      title={several ? messages.dubbing.segment(selected.length) : messages.dubbing.segmentNumber(String(place))}
      actions={
        <Tooltip label={messages.dubbing.deleteDel}>
          <ActionIcon aria-label={several ? messages.dubbing.deleteSelected : messages.dubbing.deleteOne} onClick={removeSelected}>
            <IconTrash size={iconSize.normal} aria-hidden />
          </ActionIcon>
        </Tooltip>
      }
    >
      {failure && (
        <FailureCard
          failure={failure}
          about={isMade ? messages.dubbingTimeline.anotherNotMade : messages.dubbing.segmentSilent}
          {...(canGenerateAgain(failure) && {
            action: isMade ? <AnotherTakeButton segment={segment} dub={dub} /> : <GenerateButton those={[segment]} dub={dub} again />,
          })}
          onDismiss={() => dismissMakingFailure(segment.id)}
        />
      )}
      {several && <Merge />}
      {!several && <TextOfSegment segment={segment} />}
      {!several && <NameInText segment={segment} dub={dub} />}
      <SpeakerField key={selected.join(' ')} dub={dub} ids={selected} speaker={shared('speaker')} />
      <VoiceField
        id={segmentVoiceField}
        label={messages.dubbing.voice}
        value={shared('voiceId')}
        onChange={(voiceId) => change(messages.dubbing.voice, { voiceId, modelId: null })}
      />
      <ModelSelect
        voice={voices.find(({ voiceId }) => voiceId === shared('voiceId'))}
        value={those.every(({ modelId }) => modelId === segment.modelId) ? (segment.modelId ?? '') : mixed}
        onChange={(modelId) => change(messages.dubbing.model, { modelId })}
      />
      <Fit segment={segment} dub={dub} value={shared('fit')} several={several} onChange={(fit) => change(messages.dubbing.fit, { fit })} />
      <div className={classes.pair}>
        <Figure
          label={messages.dubbing.speed}
          suffix="×"
          value={segment.speed}
          least={0.5}
          most={2}
          step={0.05}
          decimals={2}
          onChange={(speed) => change(messages.dubbing.speed, { speed })}
        />
        <Figure
          label={messages.dubbing.level}
          suffix={messages.dubbing.db}
          value={segment.gainDb}
          least={-24}
          most={12}
          step={1}
          onChange={(gainDb) => change(messages.dubbing.level, { gainDb })}
        />
      </div>
      {!several && (
        <>
          <div className={classes.pair}>
            <EdgeField segment={segment} edge="start" frameRate={dub.video.frameRate} />
            <EdgeField segment={segment} edge="end" frameRate={dub.video.frameRate} />
          </div>
          <Take segment={segment} dub={dub} />
        </>
      )}
      {isMade && !several ? !failure && <AnotherTakeButton segment={segment} dub={dub} /> : <GenerateButton those={those} dub={dub} />}
    </Section>
  );
}

function Fit({
  segment,
  dub,
  value,
  several,
  onChange,
}: {
  segment: Segment;
  dub: Dub;
  value: Segment['fit'] | undefined;
  several: boolean;
  onChange: (fit: Segment['fit']) => void;
}) {
  const known = several ? undefined : fitWords(segment, dub.takes);
  return (
    <div className={classes.choice}>
      <Select
        label={messages.dubbing.fit}
        allowDeselect={false}
        data={fits.map((fit) => ({ value: fit, label: fitNames[fit].name }))}
        value={value ?? null}
        placeholder={messages.dubbing.several}
        onChange={(chosen) => {
          const fit = fits.find((one) => one === chosen);
          if (fit) onChange(fit);
        }}
      />
      {value !== undefined && <p className={classes.note}>{fitNames[value].note}</p>}
      {known && (
        <p className={classes.fit} data-strain={known.strain} role="status">
          {known.strain === 'easy' ? (
            <IconCheck size={iconSize.normal} aria-hidden />
          ) : known.strain === 'likely' ? (
            <IconInfoCircle size={iconSize.normal} aria-hidden />
          ) : (
            <IconAlertTriangle size={iconSize.normal} aria-hidden />
          )}
          <span>{known.words}</span>
        </p>
      )}
      {!several && <TooLong dub={dub} segment={segment} />}
    </div>
  );
}

/** Of the chosen segments one. */
function Merge() {
  const keys = useAriaKeys('dub.merge');
  return (
    <ReasonButton variant="default" shortcut={keys} why={whyNotMerged()} onPress={mergeSelected}>
      {messages.dubbingTimeline.mergeSegments}
    </ReasonButton>
  );
}

const edgeNames = { start: messages.dubbing.start, end: messages.dubbing.end } as const;

/** Written as the list and the ruler write it; read as that, as `m:ss` and as seconds. An arrow key moves it by a frame. */
function EdgeField({ segment, edge, frameRate }: { segment: Segment; edge: 'start' | 'end'; frameRate: number }) {
  const notation = {
    write: (value: number): string => timecodeAt(Math.round(value * sampleRate), frameRate),
    read: (text: string): number | undefined => {
      const frame = frameOfTimecode(text, frameRate);
      return frame === undefined ? undefined : placeOfFrame(frame, frameRate) / sampleRate;
    },
  };
  return (
    <Figure
      label={edgeNames[edge]}
      isTime
      notation={notation}
      value={segment[edge] / sampleRate}
      least={0}
      most={21_600}
      step={1 / frameRate}
      decimals={6}
      onChange={(value) => trimEdge(segment.id, edge, value * sampleRate)}
    />
  );
}

/** The take that is heard: alone, and what is left out at its ends. */
function Take({ segment, dub }: { segment: Segment; dub: Dub }) {
  const { heard, sounding, toggle } = useTakeSound(segment, dub);
  if (!heard) return null;
  const { take, own, from, to } = heard;
  const trim = (head: number, tail: number): void =>
    changeSegments(messages.dubbing.trimTake, [segment.id], {
      trim: head === 0 && tail === 0 ? null : { takeId: take.id, head: Math.round(head * sampleRate), tail: Math.round(tail * sampleRate) },
    });
  const [head, tail] = [(from - own.from) / sampleRate, (own.to - to) / sampleRate];
  const most = (own.to - own.from) / sampleRate;
  const changed = changedWords(segment, dub.takes);
  const choices = takesOf(segment, dub.takes);
  return (
    <div className={classes.take}>
      {choices.length > 1 && (
        <Select
          className={classes.whole}
          label={messages.dubbingTimeline.takeChoice}
          allowDeselect={false}
          data={choices.map(({ id, samples }, index) => ({
            value: id,
            label: messages.dubbingTimeline.takeNumber(index + 1, seconds(samples)),
          }))}
          value={choices.some(({ id }) => id === take.id) ? take.id : null}
          onChange={(chosen) => {
            if (chosen !== null) chooseTake(segment.id, chosen);
          }}
        />
      )}
      {changed !== undefined && (
        <p className={classes.note} role="status">
          {changed}
        </p>
      )}
      <Button
        variant="default"
        leftSection={
          sounding ? (
            <IconPlayerPauseFilled size={iconSize.small} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={iconSize.small} aria-hidden />
          )
        }
        onClick={toggle}
      >
        {sounding ? messages.dubbing.pauseTake : messages.dubbing.playTake}
      </Button>
      <LeftOut where="start" value={head} most={most} onChange={(value) => trim(value, tail)} />
      <LeftOut where="end" value={tail} most={most} onChange={(value) => trim(head, value)} />
    </div>
  );
}

/** Seconds of the take that are not heard. */
function LeftOut({ where, ...figure }: { where: 'start' | 'end'; value: number; most: number; onChange: (value: number) => void }) {
  return <Figure label={messages.dubbing.trimAt[where]} suffix=" s" least={0} step={0.05} decimals={2} {...figure} />;
}
