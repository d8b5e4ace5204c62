import { Button, SegmentedControl } from '@mantine/core';
import { useState, type Ref } from 'react';
import { messages } from '#shared/messages/index.ts';
import { useProject } from '../project/project.ts';
import { narrateWith } from './voices.ts';
import { narratesWhole } from './voices-store.ts';
import classes from './narrate-with.module.css';

interface NarrateWithProps {
  voice: { voiceId: string; name: string };
  /** `null`: the voice's default. */
  modelId?: string | null;
  /** What the button says. */
  label: string;
  variant?: 'default' | 'filled';
  /** Why the voice cannot be used, in words. */
  unusable?: string | undefined;
  buttonRef?: Ref<HTMLButtonElement>;
}

/** Narrates with a voice that was just made: the whole project, or the blocks that are selected in Narration. */
export function NarrateWith({ voice, modelId = null, label, variant = 'filled', unusable, buttonRef }: NarrateWithProps) {
  const open = useProject((state) => state.details !== undefined);
  const selected = useProject((state) => state.selected.length);
  const isUsual = useProject((state) => narratesWhole(state));
  const [chosen, setChosen] = useState<'project' | 'blocks'>();
  const isWhole = selected === 0 || (chosen === undefined ? isUsual : chosen === 'project');
  const blocks = messages.voices.selectedBlock(selected);
  const note = isWhole ? messages.voices.useForProjectNote : messages.voices.useForBlocksNote(blocks);
  return (
    <>
      <Button
        {...(buttonRef && { ref: buttonRef })}
        variant={variant}
        disabled={!open || unusable !== undefined}
        onClick={() => void narrateWith(voice, isWhole, modelId)}
      >
        {label}
      </Button>
      {open && unusable === undefined && selected > 0 && (
        <SegmentedControl
          size="xs"
          aria-label={messages.voices.useFor}
          data={[
            { value: 'project', label: messages.voices.wholeProject },
            { value: 'blocks', label: blocks },
          ]}
          value={isWhole ? 'project' : 'blocks'}
          onChange={(value) => setChosen(value === 'project' ? 'project' : 'blocks')}
        />
      )}
      <span className={classes.note}>{unusable ?? (open ? note : messages.voices.openProjectFirst)}</span>
    </>
  );
}
