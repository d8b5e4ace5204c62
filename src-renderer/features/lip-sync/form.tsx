import { Checkbox } from '@mantine/core';
import { useLipSync, wouldBeBilled } from './store.ts';
import { secondsOf, useSources } from '../../core/sources/sources.ts';
import { clock, plural } from '../../lib/format.ts';
import { FormChoice, FormFields, RequestForm } from '../../ui/panel-stage.tsx';
import { SourceField } from '../../core/sources/source-field.tsx';
import { NarrationSound } from './narration-sound.tsx';
import { AudioLasts, SpokenSound } from './spoken-sound.tsx';
import classes from './panel.module.css';

/** What a lip sync is made of, how long it is, and what of it would be billed. */
export function Form() {
  const extension = useLipSync((state) => state.extension);
  return (
    <RequestForm name="New lip sync">
      <FormFields>
        <SourceField slot="lip-sync.video" name="Video" />
        <SourceField slot="lip-sync.audio" name="Audio">
          <NarrationSound />
          <SpokenSound />
        </SourceField>
      </FormFields>
      <AudioLasts />
      <FormChoice>
        <Checkbox
          label="Extend the video"
          description="Where the audio is longer, the video is made as long, and the audio’s length is billed. Else the result ends with the shorter."
          checked={extension}
          onChange={(event) => useLipSync.setState({ extension: event.currentTarget.checked })}
        />
        <Bill />
      </FormChoice>
    </RequestForm>
  );
}

function Bill() {
  const slots = useSources((state) => state.slots);
  const extension = useLipSync((state) => state.extension);
  const [video, audio] = [secondsOf(slots['lip-sync.video']), secondsOf(slots['lip-sync.audio'])];
  const billed = wouldBeBilled(slots, extension);
  if (video === undefined && audio === undefined) return null;
  return (
    <dl className={classes.bill} aria-label="What would be billed">
      <div>
        <dt>Video</dt>
        <dd>{video === undefined ? 'unknown' : clock(video)}</dd>
      </div>
      <div>
        <dt>Audio</dt>
        <dd>{audio === undefined ? 'unknown' : clock(audio)}</dd>
      </div>
      <div>
        <dt>Billed</dt>
        <dd>{billed === undefined ? 'unknown' : `${plural(billed, 'second')}, the ${extension ? 'audio' : 'shorter'} rounded up`}</dd>
      </div>
    </dl>
  );
}
