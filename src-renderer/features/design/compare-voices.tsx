import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import { maximumCompared } from '../../audio/comparison-player.ts';
import { addVoice, useComparison } from './stores.ts';
import { quoteLines, sayLine } from '../../core/voices/lines.ts';
import { knownVoices, useStudio, whyNotReady } from '../../core/studio/studio.ts';
import { defaultModelId } from '../../core/voices/voice-facts.ts';
import { ButtonWords } from '../../ui/button-words.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { creditsFrom, PriceWords, usePrice } from '../../core/account/price.tsx';
import { useVoiceChoices } from '../../core/voices/voice-choices.ts';
import { useVoiceOptions } from '../../core/voices/voice-options.tsx';
import { SearchMultiSelect } from '../../ui/search-select.tsx';
import classes from './compare-voices.module.css';
import { messages } from '#shared/messages/index.ts';

/** Existing voices that say the preview text too, to be heard among the candidates. */
export function CompareVoices({ text }: { text: string }) {
  const voices = useStudio((state) => knownVoices(state));
  const options = useVoiceOptions();
  const unready = useStudio((state) => whyNotReady(state));
  const compared = useComparison((state) => state.items);
  const [chosen, setChosen] = useState<string[]>([]);
  const [saying, setSaying] = useState(false);
  const [failures, setFailures] = useState<readonly { name: string; failure: Failure }[]>([]);
  const data = useVoiceChoices(voices);
  const there = new Set(compared.flatMap((item) => (item.kind === 'voice' ? [item.voiceId] : [])));
  const room = maximumCompared - compared.length;
  const wanted = voices.filter((voice) => chosen.includes(voice.voiceId) && !there.has(voice.voiceId));
  const lines = wanted.flatMap((voice) => lineOf(voice));
  const quote = usePrice(lines.length === 0 || unready !== undefined ? '' : JSON.stringify([text, lines, compared.length]), (signal) =>
    quoteLines(text, lines, signal),
  );
  const credits = creditsFrom(quote, (found) =>
    found.lines.reduce<number | null>((sum, line) => (sum === null || line.credits === null ? null : sum + line.credits), 0),
  );
  const free = quote?.lines.filter(({ file }) => file !== null).length ?? 0;
  const what = `${messages.design.voiceWord(wanted.length)}, ${messages.design.character(text.length * wanted.length)}${free > 0 ? messages.design.paidCount(String(free)) : ''}`;
  const say = async (): Promise<void> => {
    setSaying(true);
    setFailures([]);
    for (const voice of wanted.slice(0, room)) {
      const [line] = lineOf(voice);
      if (!line) continue;
      const said = await sayLine({ ...line, text });
      if (said.state === 'said') addVoice({ voiceId: voice.voiceId, name: voice.name, file: said.file });
      else if (said.state === 'failed' && said.failure.kind !== 'cancelled')
        setFailures((before) => [...before, { name: voice.name, failure: said.failure }]);
    }
    setChosen([]);
    setSaying(false);
  };
  const full = room <= 0 ? messages.design.comparisonLimit(String(maximumCompared)) : undefined;
  return (
    <div className={classes.compare} role="group" aria-label={messages.design.compareWithVoices}>
      <div className={classes.row}>
        <SearchMultiSelect
          {...options}
          className={classes.pick ?? ''}
          aria-label={messages.design.voicesToCompare}
          placeholder={chosen.length === 0 ? messages.design.compareWithExistingVoices : undefined}
          data={data}
          clearable
          clearButtonProps={{ 'aria-label': messages.design.chooseNone }}
          maxValues={Math.max(1, room)}
          nothingFoundMessage={messages.design.noMatchingVoices}
          value={chosen}
          onChoose={setChosen}
        />
        {saying ? (
          <ButtonWords busy>{messages.design.voicesInProgress}</ButtonWords>
        ) : (
          chosen.length > 0 && (
            <ButtonWords>
              <PriceWords what={what} credits={credits} learnedFrom={quote?.learnedFrom ?? 0} />
            </ButtonWords>
          )
        )}
        <PaidButton
          name={messages.design.addToComparison}
          variant="default"
          estimate={<PriceWords what={what} credits={credits} learnedFrom={quote?.learnedFrom ?? 0} full />}
          recovery={messages.design.compareNote}
          unavailable={
            unready ??
            full ??
            (wanted.length === 0 ? messages.design.chooseVoicesFirst : saying ? messages.design.lineInProgress : undefined)
          }
          onPress={() => void say()}
        />
      </div>
      {failures.map(({ name, failure }) => (
        <FailureCard
          key={name}
          failure={failure}
          about={name}
          onDismiss={() => setFailures((before) => before.filter((other) => other.name !== name))}
        />
      ))}
    </div>
  );
}

function lineOf(voice: Voice): { voiceId: string; modelId: string }[] {
  const modelId = defaultModelId(voice) ?? voice.modelIds[0];
  return modelId === undefined ? [] : [{ voiceId: voice.voiceId, modelId }];
}
