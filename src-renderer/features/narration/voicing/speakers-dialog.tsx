import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { AttributedSpeaker } from '#shared/narration/attributions.ts';
import type { Character } from '#shared/narration/cast.ts';
import { messages } from '#shared/messages/index.ts';
import { useProject } from '../../../core/project/project.ts';
import { formatList } from '../../../lib/format.ts';
import { Dialog, DialogActions, DialogWords } from '../../../ui/dialog.tsx';
import { withOrWithout } from '../manuscript/manuscript-draft.ts';
import { AllSpeakers, namesOf, ProposedSpeaker, SplitSpeech } from './proposed-speaker.tsx';
import { assignSpeakers, castFigures, closeSpeakers, keepSpeakerApart, speechFigures, useVoicing } from '../stores.ts';
import classes from './voicing.module.css';

const noCast: readonly Character[] = [];

/** Why nobody is proposed: those who speak may have their characters already. */
function wordsForNone(cast: readonly Character[]): string {
  const figures = castFigures();
  const names = cast.filter(({ id }) => figures.has(id)).map(({ name }) => name);
  return names.length === 0 ? messages.voicing.noSpeakers : messages.voicing.allCast(formatList(names));
}

/** Who the sentences of the text say speaks: a person chooses who of them becomes a character. */
export function SpeakersDialog() {
  const proposed = useVoicing((state) => state.proposed);
  return proposed && <Proposal proposed={proposed} />;
}

function Proposal({ proposed }: { proposed: readonly AttributedSpeaker[] }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const cast = useProject((state) => state.details?.cast ?? noCast);
  const [splitsSpeech, setSplitsSpeech] = useState(true);
  const figures = useMemo(() => speechFigures(splitsSpeech), [splitsSpeech]);
  const sounding = proposed
    .filter(({ name }) => chosen.includes(name))
    .flatMap(namesOf)
    .reduce((sum, name) => sum + figures(name).sounding, 0);
  const choose = (names: readonly string[], areChosen: boolean): void => setChosen((before) => withOrWithout(before, names, areChosen));
  const keepApart = (name: string, isApart: boolean): void => {
    // Who is the same person again has no box of its own.
    if (!isApart) setChosen((before) => withOrWithout(before, [name], false));
    keepSpeakerApart(name, isApart);
  };
  return (
    <Dialog onClose={closeSpeakers} closeOnClickOutside={chosen.length === 0} title={messages.voicing.speakersTitle}>
      <DialogWords>{proposed.length === 0 ? wordsForNone(cast) : messages.voicing.speakersNote}</DialogWords>
      {proposed.length > 0 && (
        <ul className={classes.speakers} aria-label={messages.voicing.characters}>
          <AllSpeakers names={proposed.map(({ name }) => name)} chosen={chosen} onChoose={choose} />
          {proposed.map((speaker) => (
            <li key={speaker.name}>
              <ProposedSpeaker
                speaker={speaker}
                countBlocks={(name) => figures(name).blocks}
                isChosen={chosen.includes(speaker.name)}
                onChoose={(isChosen) => choose([speaker.name], isChosen)}
                onKeepApart={keepApart}
              />
            </li>
          ))}
        </ul>
      )}
      {proposed.length > 0 && <SplitSpeech isOn={splitsSpeech} onChange={setSplitsSpeech} />}
      {proposed.length > 0 && (
        <p className={classes.status} role="status">
          {messages.voicing.needAgain(sounding)}
        </p>
      )}
      <DialogActions>
        <Button variant="default" onClick={closeSpeakers}>
          {proposed.length === 0 ? messages.voicing.close : messages.voicing.cancel}
        </Button>
        {proposed.length > 0 && (
          <Button disabled={chosen.length === 0} onClick={() => void assignSpeakers(chosen, splitsSpeech)}>
            {messages.voicing.addToCast}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
