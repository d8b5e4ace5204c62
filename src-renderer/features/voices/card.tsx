import { memo } from 'react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { PlayVoice, SampleOfferWords, useHasOffer } from '../../core/voices/play-voice.tsx';
import { voiceColour } from '../../core/voices/speaker-colour.ts';
import classes from './card.module.css';
import { moment } from '../../lib/format.ts';
import { useVoiceCell } from './voice-cell.ts';
import { messages } from '#shared/messages/index.ts';
import { Badges, ChooseVoice, Favourite } from './voice-cell-parts.tsx';

interface VoiceCardProps {
  voice: CatalogueVoice;
  /** Its place among all voices, and in its line, from 0. */
  index: number;
  column: number;
  isCurrent: boolean;
  onPress: (index: number) => void;
}

/** A voice as an instrument: its picture plays it, beside what it is like. */
export const VoiceCard = memo(function VoiceCard({ voice, index, column, isCurrent, onPress }: VoiceCardProps) {
  const { name, alias, tags, isFavourite, isChosen, language, others, family, attributes } = useVoiceCell(voice, index, isCurrent, onPress);
  const hasOffer = useHasOffer(voice.voiceId);
  const about = voice.description ?? (alias === undefined ? createdWords(voice) : voice.name);
  return (
    <div
      {...attributes}
      className={classes.card}
      role="gridcell"
      aria-colindex={column + 1}
      data-speaker={voiceColour(voice.voiceId)}
      data-offer={hasOffer || undefined}
    >
      <PlayVoice voice={voice} name={name} size="card" tabIndex={-1} />
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        {hasOffer ? (
          <span className={classes.about}>
            <SampleOfferWords voiceId={voice.voiceId} />
          </span>
        ) : (
          <span className={classes.about} title={about === '' ? undefined : about}>
            {about}
          </span>
        )}
      </div>
      <span className={classes.corner}>
        <Favourite voice={voice} name={name} isFavourite={isFavourite} />
      </span>
      <span className={classes.foot}>
        <span className={classes.facts}>
          {language}
          {others > 0 && ` +${String(others)}`}
          {family !== undefined && ` · ${family}`}
        </span>
        <Badges voice={voice} tags={tags.slice(0, voice.isPersonal ? 0 : 1)} />
        <ChooseVoice voice={voice} name={name} isChosen={isChosen} />
      </span>
    </div>
  );
});

/** Tells voices of one name apart, where a person made them. */
function createdWords({ isPersonal, createdAt }: CatalogueVoice): string {
  const created = createdAt === undefined ? Number.NaN : Date.parse(createdAt);
  return !isPersonal || Number.isNaN(created) ? '' : messages.voices.createdOn(moment(created));
}
