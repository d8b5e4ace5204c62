import type { MouseEvent, ReactNode } from 'react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';
import { language } from '../../lib/format.ts';
import { OptionFacts, OptionPlay } from './option-play.tsx';
import { VoicePicture } from './play-voice.tsx';
import { hearOption, leaveOption, useSamples, withdrawOffer } from './samples.ts';
import { familyOfVoice } from './voice-facts.ts';
import { useVoices, voiceOfId } from './voices.ts';
import classes from './voice-options.module.css';
import { shownName } from './voice-search.ts';

/** How long the pointer rests on an option until it is heard, in milliseconds. */
const restMs = 250;

/**
 * What a `SearchSelect` of voices needs so that each option has its picture and its Play, and is heard while the pointer or the arrow is on it.
 * Options whose value is no voice keep their label. `more`: what else stands in an option, below its facts.
 */
export function useVoiceOptions(more?: (voice: CatalogueVoice) => ReactNode) {
  const hears = useSamples((state) => state.hearsOptions);
  return {
    renderOption: ({ option }: { option: { value: string; label: string } }): ReactNode => {
      const voice = voiceOfId(option.value);
      return voice ? <VoiceOption voice={voice}>{more?.(voice)}</VoiceOption> : <span>{option.label}</span>;
    },
    onHighlight: (value: string | undefined): void => {
      if (useSamples.getState().offer?.voiceId !== value) withdrawOffer();
      if (value === undefined) leaveOption();
      else hearOption(value);
    },
    onPlayHighlighted: (value: string): void => playOption(value),
    onDropdownClose: (): void => {
      clearTimeout(resting);
      pointedAt = undefined;
      withdrawOffer();
      leaveOption();
    },
    'aria-description': hears ? messages.voices.optionsHeard : messages.voices.optionsSilent,
  };
}

/** The option's own button does what it does for the pointer. */
function playOption(voiceId: string): void {
  document.querySelector<HTMLElement>(`[data-option-play="${CSS.escape(voiceId)}"]`)?.click();
}

function VoiceOption({ voice, children }: { voice: CatalogueVoice; children?: ReactNode }) {
  const name = useVoices((state) => shownName(voice, state.marks));
  const spoken = language(voice.primaryLanguage);
  const family = familyOfVoice(voice);
  const description = voice.description?.trim() ?? '';
  const about = join([voice.isPersonal ? messages.voices.personal : '', description === '' ? family : description]);
  const rest = useRest(voice.voiceId);
  return (
    <span className={classes.option} data-option-value={voice.voiceId} {...rest}>
      <VoicePicture voiceId={voice.voiceId} name={name} size="small" />
      <span className={classes.words} title={join([name, spoken, family, about])}>
        <span className={classes.line}>
          <span className={classes.name}>{name}</span>
          <span className={classes.facts}>{spoken}</span>
        </span>
        <OptionFacts voiceId={voice.voiceId} about={about} />
        {children}
      </span>
      <OptionPlay voice={voice} name={name} />
    </span>
  );
}

const join = (facts: readonly (string | undefined)[]): string =>
  [...new Set(facts)].filter((fact) => fact !== undefined && fact !== '').join(' · ');

/** One timer for all options, and the option that it is for: the pointer is on one at a time. */
let resting: ReturnType<typeof setTimeout> | undefined;
let pointedAt: string | undefined;

/** A pointer that was moved onto the option: one that lies where a list opens, or scrolls, is not meant. */
function useRest(voiceId: string) {
  return {
    onMouseMove: ({ movementX, movementY }: MouseEvent): void => {
      if (pointedAt === voiceId || (movementX === 0 && movementY === 0)) return;
      pointedAt = voiceId;
      clearTimeout(resting);
      resting = setTimeout(() => hearOption(voiceId), restMs);
    },
    onMouseLeave: (): void => {
      if (pointedAt !== voiceId) return;
      pointedAt = undefined;
      clearTimeout(resting);
      leaveOption();
    },
  };
}
