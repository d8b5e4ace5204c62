import { Checkbox } from '@mantine/core';
import { useLipSync, wouldBeBilled } from './stores.ts';
import { secondsOf, useSources, type SlotState } from '../../core/sources/sources.ts';
import { clock } from '../../lib/format.ts';
import { InspectorForm } from '../../ui/panel-stage.tsx';
import { SourceField } from '../../core/sources/source-field.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { cutWords } from './cut-words.ts';
import { NarrationSound } from './narration-sound.tsx';
import { AudioLasts, SpokenSound } from './spoken-sound.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** What a lip sync is made of, how long it is, and what of it would be billed. */
export function Form() {
  const extension = useLipSync((state) => state.extension);
  // The stage of an open job shows that.
  const isOnStage = useLipSync((state) => state.open === undefined);
  return (
    <InspectorForm name={messages.lipSync.newLipSync}>
      <SourceField slot="lip-sync.video" name={messages.lipSync.video} isOnStage={isOnStage} />
      <SourceField slot="lip-sync.audio" name={messages.lipSync.audio} isOnStage={isOnStage}>
        <NarrationSound />
        <SpokenSound />
      </SourceField>
      <AudioLasts />
      <Checkbox
        label={messages.lipSync.extendVideo}
        description={messages.lipSync.extendNote}
        checked={extension}
        onChange={(event) => useLipSync.setState({ extension: event.currentTarget.checked })}
      />
      <Cut />
      <Bill />
    </InspectorForm>
  );
}

/** What the result would leave out, before it is paid for. */
function Cut() {
  const slots = useSources((state) => state.slots);
  const extension = useLipSync((state) => state.extension);
  const words = cutWords(secondsOf(slots['lip-sync.video']), secondsOf(slots['lip-sync.audio']), extension);
  return (
    words !== undefined && (
      <p className={classes.cut} role="status">
        <StatusGlyph status="incomplete">{words}</StatusGlyph>
      </p>
    )
  );
}

function Bill() {
  const slots = useSources((state) => state.slots);
  const extension = useLipSync((state) => state.extension);
  const [video, audio] = [secondsOf(slots['lip-sync.video']), secondsOf(slots['lip-sync.audio'])];
  const billed = wouldBeBilled(slots, extension);
  const areBoth = slots['lip-sync.video'].source !== undefined && slots['lip-sync.audio'].source !== undefined;
  if (video === undefined && audio === undefined) return null;
  return (
    <dl className={classes.bill} aria-label={messages.lipSync.billing}>
      <div>
        <dt>{messages.lipSync.video}</dt>
        <dd>{lengthOf(slots['lip-sync.video'])}</dd>
      </div>
      <div>
        <dt>{messages.lipSync.audio}</dt>
        <dd>{lengthOf(slots['lip-sync.audio'])}</dd>
      </div>
      {areBoth && (
        <div>
          <dt>{messages.lipSync.billed}</dt>
          <dd>
            {billed === undefined
              ? messages.lipSync.unknown
              : messages.lipSync.billedRounded(messages.lipSync.second(billed), extension ? 'audio' : 'shorter')}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** A dash for what is not chosen yet. */
function lengthOf(slot: SlotState): string {
  if (slot.source === undefined) return '–';
  const seconds = secondsOf(slot);
  return seconds === undefined ? messages.lipSync.unknown : clock(seconds);
}
