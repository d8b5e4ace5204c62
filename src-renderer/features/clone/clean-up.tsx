import { Button, Switch } from '@mantine/core';
import { hasNoise } from '#shared/clone/advice.ts';
import { countKept } from '#shared/clone/clean-up.ts';
import type { Recording } from '#shared/clone/recordings.ts';
import { messages } from '#shared/messages/index.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { length } from '../../lib/format.ts';
import { ChoiceRow } from '../../ui/choice-row.tsx';
import { ProgressRow } from '../../ui/progress-row.tsx';
import classes from './clean-up.module.css';
import type { Side } from './compare-media.ts';
import { cleanUp, dismissCleanUpFailure, stopCleaning, useClone } from './stores.ts';

interface CleanUpProps {
  recording: Recording;
  heard: Side;
  onHear: (side: Side) => void;
}

/** Less noise and no long pauses, in what is sent; the recording itself is never changed. */
export function CleanUp({ recording, heard, onHear }: CleanUpProps) {
  const { id, cleaned } = recording;
  const running = useClone((state) => state.cleaning[id]);
  const failure = useClone((state) => (state.cleanUpFailure?.recordingId === id ? state.cleanUpFailure.failure : undefined));
  const { reduceNoise, trimSilence } = running?.wanted ?? recording.cleanUp;
  const noisy = reduceNoise || (recording.facts !== null && hasNoise(recording.facts));
  return (
    <section className={classes.part} aria-label={messages.clone.cleanUp}>
      <div className={classes.switches}>
        <Switch
          classNames={{ description: classes.words }}
          label={messages.clone.reduceNoise}
          description={noisy ? messages.clone.reduceNoiseNote : messages.clone.noNoise}
          checked={reduceNoise}
          disabled={!noisy}
          onChange={(event) => void cleanUp(id, { reduceNoise: event.currentTarget.checked })}
        />
        <Switch
          classNames={{ description: classes.words }}
          label={messages.clone.trimSilence}
          description={messages.clone.trimSilenceNote}
          checked={trimSilence}
          onChange={(event) => void cleanUp(id, { trimSilence: event.currentTarget.checked })}
        />
      </div>
      {running && running.share > 0 && running.share < 1 && (
        <ProgressRow
          name={messages.clone.cleaningUp}
          fraction={running.share}
          words={<span className={classes.words}>{messages.clone.cleaningProgress(Math.floor(running.share * 100))}</span>}
        >
          <Button variant="default" onClick={() => stopCleaning(id)}>
            {messages.clone.stopCleaning}
          </Button>
        </ProgressRow>
      )}
      {failure && <FailureCard failure={failure} title={messages.clone.cleanUpFailed} paid={false} onDismiss={dismissCleanUpFailure} />}
      {cleaned && (
        <ChoiceRow
          label={messages.clone.listenTo}
          choices={[
            { value: 'before', label: messages.clone.before },
            { value: 'after', label: messages.clone.after },
          ]}
          value={heard}
          onChoose={onHear}
        >
          <span className={classes.words}>
            {[messages.clone.equalLoudness, lengthWords(recording, cleaned.kept)].filter(Boolean).join(' · ')}
          </span>
        </ChoiceRow>
      )}
    </section>
  );
}

/** How much of it is cut out. */
function lengthWords({ trim, samples, cleanUp }: Recording, kept: readonly number[]): string {
  if (!cleanUp.trimSilence) return '';
  const whole = trim ? trim.to - trim.from : samples;
  const left = countKept(kept);
  return left < whole ? messages.clone.lengthChange(length(whole / sampleRate), length(left / sampleRate)) : messages.clone.noSilence;
}
