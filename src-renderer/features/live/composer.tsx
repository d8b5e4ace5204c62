import { useState, type KeyboardEvent, type RefObject } from 'react';
import { say, useLiveCapabilities, whyNotSpoken, setDraft, useLiveSettings, useLive } from './stores.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { announce } from '../../lib/live-region.tsx';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { priceOfCharacter } from '../../core/account/character-price.ts';
import { creditsFrom, PriceWords, usePrice } from '../../core/account/price.tsx';
import { OtherLanguage } from './other-language.tsx';
import classes from './panel.module.css';
import { TextArea } from '../../ui/text-area.tsx';
import { messages } from '#shared/messages/index.ts';

/** The field: Enter speaks and the caret stays, Shift+Enter makes a line. */
export function Composer({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const draft = useLiveSettings((state) => state.draft);
  const modelId = useLiveSettings((state) => state.settings.modelId);
  const mode = useLiveSettings((state) => state.settings.mode);
  const spoken = useLive((state) => state.phrases.filter((phrase) => phrase.state === 'spoken').length);
  useStudio((state) => state.connection);
  useLiveCapabilities();
  const [problem, setProblem] = useState<string>();
  const unavailable = whyNotSpoken();
  const characters = draft.trim().length;
  const price = usePrice(modelId === null || unavailable !== undefined ? '' : `${modelId} ${String(spoken)}`, (signal) =>
    priceOfCharacter(modelId ?? '', signal),
  );
  const cost = {
    what: messages.live.character(characters),
    credits: creditsFrom(price, ({ creditsPerUnit }) => (creditsPerUnit === null ? null : creditsPerUnit * characters)),
    learnedFrom: price?.samples ?? 0,
  };
  const speak = (): void => {
    const refused = unavailable ?? say(draft);
    setProblem(refused);
    if (refused === undefined) setDraft('');
    else announce(refused);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method composes, Enter takes its word.
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!event.repeat) speak();
  };
  return (
    <section className={classes.composer} aria-label={messages.live.composer}>
      <TextArea
        ref={field}
        aria-label={messages.live.say}
        placeholder={messages.live.sayPlaceholder}
        lines={[2, 8]}
        value={draft}
        error={problem}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setProblem(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <OtherLanguage onUse={() => field.current?.focus()} />
      <div className={classes.composerFoot}>
        <span className={classes.hint}>{messages.live.composerKeys}</span>
        <span className={classes.estimate}>{characters > 0 && <PriceWords {...cost} />}</span>
        <PaidButton
          name={messages.live.speak}
          shortcut="Enter"
          estimate={<PriceWords {...cost} full />}
          recovery={mode === 'reliable' ? messages.live.reliableNote : messages.live.simpleNote}
          unavailable={unavailable}
          onPress={speak}
        />
      </div>
    </section>
  );
}
