import { Checkbox } from '@mantine/core';
import { messages } from '#shared/messages/index.ts';
import type { AttributedSpeaker } from '#shared/narration/attributions.ts';
import classes from './voicing.module.css';

interface ProposedSpeakerProps {
  speaker: AttributedSpeaker;
  /** The blocks of a name; without it, its paragraphs are named. */
  countBlocks?: (name: string) => number;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  /** For a short form of the name. */
  onKeepApart: (name: string, isApart: boolean) => void;
}

/** Who the text says speaks, to be chosen as a character; below it the short forms of the name, each the same person or somebody else. */
export function ProposedSpeaker({ speaker, countBlocks, isChosen, onChoose, onKeepApart }: ProposedSpeakerProps) {
  const { name, blocks, noun, shorter } = speaker;
  return (
    <>
      <Checkbox
        label={noun ?? name}
        description={countBlocks ? messages.voicing.speaksIn(sum(namesOf(speaker).map(countBlocks))) : messages.manuscript.speaksIn(blocks)}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      {shorter.map((other) => (
        <Checkbox
          key={other.name}
          className={classes.shorter}
          size="xs"
          label={
            countBlocks
              ? messages.voicing.samePerson(other.name, name, countBlocks(other.name))
              : messages.manuscript.samePerson(other.name, name, other.blocks)
          }
          checked={!other.isApart}
          onChange={(event) => onKeepApart(other.name, !event.currentTarget.checked)}
        />
      ))}
    </>
  );
}

interface AllSpeakersProps {
  names: readonly string[];
  chosen: readonly string[];
  onChoose: (names: readonly string[], areChosen: boolean) => void;
  className?: string | undefined;
}

/** The first row of a list of more than one proposed speaker: ticks all of them, or none. */
export function AllSpeakers({ names, chosen, onChoose, className }: AllSpeakersProps) {
  if (names.length < 2) return null;
  const count = names.filter((name) => chosen.includes(name)).length;
  return (
    <li className={className}>
      <Checkbox
        label={messages.manuscript.allSpeakers(names.length)}
        checked={count === names.length}
        indeterminate={count > 0 && count < names.length}
        onChange={() => onChoose(names, count < names.length)}
      />
    </li>
  );
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** The name of a speaker with the short forms that are the same person. */
export const namesOf = ({ name, shorter }: AttributedSpeaker): string[] => [
  name,
  ...shorter.filter(({ isApart }) => !isApart).map((other) => other.name),
];

interface SplitSpeechProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Whether characters are given what is quoted alone, as in a cast audiobook, or the whole paragraph. */
export function SplitSpeech({ isOn, onChange }: SplitSpeechProps) {
  return (
    <Checkbox
      label={messages.manuscript.splitSpeech}
      description={messages.manuscript.splitSpeechNote}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
