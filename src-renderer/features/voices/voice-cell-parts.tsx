import { IconStar, IconStarFilled, IconUser } from '@tabler/icons-react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';
import { toggleFavourite } from '../../core/voices/voices.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { toggleChosen } from './grid-keys.ts';
import classes from './voice-cell.module.css';

/** Selects a voice for the audition. */
export function ChooseVoice({ voice, name, isChosen }: { voice: CatalogueVoice; name: string; isChosen: boolean }) {
  return (
    <input
      type="checkbox"
      className={classes.check}
      tabIndex={-1}
      aria-label={messages.voices.auditionNamed(name)}
      checked={isChosen}
      onClick={(event) => event.stopPropagation()}
      onChange={() => toggleChosen(voice)}
    />
  );
}

export function Favourite({ voice, name, isFavourite }: { voice: CatalogueVoice; name: string; isFavourite: boolean }) {
  return (
    <button
      type="button"
      className={classes.star}
      tabIndex={-1}
      aria-label={messages.voices.favouriteNamed(name)}
      aria-pressed={isFavourite}
      onClick={() => toggleFavourite(voice)}
    >
      {isFavourite ? <IconStarFilled size={iconSize.normal} aria-hidden /> : <IconStar size={iconSize.normal} stroke={1.75} aria-hidden />}
    </button>
  );
}

/** That it is the account's own, and what a person tagged it with. */
export function Badges({ voice, tags }: { voice: CatalogueVoice; tags: readonly string[] }) {
  return (
    <>
      {voice.isPersonal && (
        <span className={classes.badge}>
          <IconUser size={iconSize.small} stroke={1.75} aria-hidden /> {messages.voices.personal}
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag} className={classes.badge}>
          {tag}
        </span>
      ))}
    </>
  );
}
