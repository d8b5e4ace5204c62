import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { messages } from '#shared/messages/index.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { updateProject, useProject } from '../../../core/project/project.ts';
import { knownModels, knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { nameOfVoice, useVoices } from '../../../core/voices/voices.ts';
import { language as nameOfLanguage } from '../../../lib/format.ts';
import { toastFailure } from '../../../lib/toast.tsx';
import { goToBlock } from '../script/script.tsx';
import { castNext, findLanguages, showDetails } from '../stores.ts';
import { findUnspokenLanguages, findWantedTexts, type UnspokenLanguage, type WantedText } from './unspoken-languages.ts';
import classes from './voicing.module.css';

/** A language is asked for when no text has changed for this long, in milliseconds. */
const askAfterMs = 500;

/** Says, before it is paid for, that a voice does not speak the language of what it is to say, and offers one that does. */
export function OtherLanguage() {
  const voices = useStudio((state) => knownVoices(state));
  const models = useStudio((state) => knownModels(state));
  const wanted = useChapter((chapter) => JSON.stringify(findWantedTexts(chapter.blocks)));
  const languages = useLanguages(wanted);
  const texts = JSON.parse(wanted) as WantedText[];
  return findUnspokenLanguages(texts, languages, { voices, models }).map((found) => <Unspoken key={found.voice.voiceId} {...found} />);
}

function Unspoken({ language, voice, blockId, other }: UnspokenLanguage) {
  const isOfProject = useProject((state) => state.details?.voiceId === voice.voiceId);
  const name = useVoices(() => nameOfVoice(voice.voiceId));
  const otherName = useVoices(() => nameOfVoice(other.voiceId));
  const use = async (): Promise<void> => {
    const failure = await updateProject({ voiceId: other.voiceId, modelId: null });
    if (failure) toastFailure(failure);
  };
  const speaker = useChapter((chapter) => chapter.block(blockId)?.character?.id);
  /** Of the character whose voice it is, else of the block. */
  const choose = (): void => {
    if (speaker !== undefined && !isOfProject) {
      showDetails();
      castNext(speaker);
      return;
    }
    goToBlock(blockId);
    showDetails('voice');
  };
  return (
    <div className={classes.voiceless}>
      <div className={classes.foundWords} role="status">
        {messages.voicing.otherLanguage(nameOfLanguage(language), name)}
      </div>
      {isOfProject && (
        <Button variant="default" onClick={() => void use()}>
          {messages.voicing.useVoice(otherName)}
        </Button>
      )}
      <Button variant="default" onClick={choose}>
        {messages.voicing.chooseOtherVoice}
      </Button>
    </div>
  );
}

/** The language of each voice's text; those of before until the new ones are there, so that nothing moves while a person types. */
function useLanguages(wanted: string): ReadonlyMap<string, string> {
  const [languages, setLanguages] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const texts = JSON.parse(wanted) as WantedText[];
    if (texts.length === 0) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void findLanguages(texts, abort.signal).then((found) => {
        if (found && !abort.signal.aborted) setLanguages(found);
      });
    }, askAfterMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted]);
  return languages;
}
