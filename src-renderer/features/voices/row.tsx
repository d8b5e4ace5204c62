import { memo } from 'react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { PlayVoice, SampleOfferWords, useHasOffer } from '../../core/voices/play-voice.tsx';
import classes from './grid.module.css';
import { useVoiceCell } from './voice-cell.ts';
import { Badges, ChooseVoice, Favourite } from './voice-cell-parts.tsx';

interface VoiceRowProps {
  voice: CatalogueVoice;
  /** Its place among all voices. */
  index: number;
  /** Pixels from the top of the list. */
  start: number;
  isCurrent: boolean;
  onPress: (index: number) => void;
}

/** A voice in a line: for comparing many. */
export const VoiceRow = memo(function VoiceRow({ voice, index, start, isCurrent, onPress }: VoiceRowProps) {
  const { name, alias, tags, isFavourite, isChosen, language, others, family, attributes } = useVoiceCell(voice, index, isCurrent, onPress);
  const hasOffer = useHasOffer(voice.voiceId);
  return (
    <div
      {...attributes}
      className={classes.row}
      data-offer={hasOffer || undefined}
      role="row"
      aria-rowindex={index + 1}
      ref={(element) => element?.style.setProperty('transform', `translateY(${String(start)}px)`)}
    >
      <span role="gridcell" className={classes.cell}>
        <ChooseVoice voice={voice} name={name} isChosen={isChosen} />
      </span>
      <span role="gridcell" className={classes.cell}>
        <PlayVoice voice={voice} name={name} size="row" tabIndex={-1} />
      </span>
      <span role="gridcell" className={classes.name}>
        <span className={classes.own}>{name}</span>
        {alias !== undefined && <span className={classes.quiet}>{voice.name}</span>}
        <Badges voice={voice} tags={tags} />
      </span>
      <span role="gridcell" className={classes.about}>
        {hasOffer ? <SampleOfferWords voiceId={voice.voiceId} /> : voice.description}
      </span>
      <span role="gridcell" className={classes.language}>
        {language}
        {others > 0 && <span className={classes.quiet}> +{others}</span>}
      </span>
      <span role="gridcell" className={classes.family}>
        {family ?? ''}
      </span>
      <span role="gridcell" className={classes.cell}>
        <Favourite voice={voice} name={name} isFavourite={isFavourite} />
      </span>
    </div>
  );
});
