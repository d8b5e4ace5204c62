import { Button } from '@mantine/core';
import { changeOfSpeaker, nameInText } from '#shared/dubbing/speakers.ts';
import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { changeSegments } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { focusField } from '../focus-field.ts';
import { textField } from './segment-keys.ts';
import classes from './inspector.module.css';

/** A name that was written into a text would be spoken: it can be the speaker instead. */
export function NameInText({ segment, dub }: { segment: Segment; dub: Dub }) {
  const found = nameInText(segment.text, dub.segments);
  if (!found) return null;
  const { speaker, text } = found;
  return (
    <div className={classes.nameInText} role="status">
      <span className={classes.note}>{messages.dubbing.nameSpoken(speaker)}</span>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => {
          changeSegments(messages.dubbing.speaker, [segment.id], { ...changeOfSpeaker(dub.segments, [segment.id], speaker), text });
          focusField(textField);
        }}
      >
        {messages.dubbing.makeSpeaker(speaker)}
      </Button>
    </div>
  );
}
