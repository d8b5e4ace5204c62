import { Button, Menu } from '@mantine/core';
import { IconWriting } from '@tabler/icons-react';
import type { Take } from '#shared/narration/take.ts';
import { askSpoken, audioLastsUntil, closeSpoken, makeSpoken, nameOfVoice, priceOfSpoken, useSpoken } from './stores.ts';
import { newestTakes } from './narration-sound-store.ts';
import { useProject } from '../../core/project/project.ts';
import { useSources } from '../../core/sources/sources.ts';
import { ButtonWords } from '../../ui/button-words.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { clock, moment } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { creditsFrom, PriceWords, usePrice } from '../../core/account/price.tsx';
import { useNow } from '../../lib/use-now.ts';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** For a service that cannot fetch a file of this machine: the words of a take, spoken once more at an address of the service's own. */
export function SpokenSound() {
  const takes = useProject((state) => state.takes);
  const isElsewhere = useSources((state) => typeof state.whyNoFile === 'string');
  const asked = useSpoken((state) => state.asked);
  if (!isElsewhere || takes.length === 0) return null;
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button className={classes.narration ?? ''} variant="default" leftSection={<IconWriting size={iconSize.normal} aria-hidden />}>
            {messages.lipSync.fromNarration}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.choices ?? ''}>
          <Menu.Label>{messages.lipSync.takesToSpeak}</Menu.Label>
          {newestTakes(takes).map((take) => (
            <Menu.Item
              key={take.id}
              rightSection={<span className={classes.estimate}>{clock(take.seconds)}</span>}
              onClick={() => askSpoken(take.id)}
            >
              {take.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asked && (
        <Dialog onClose={closeSpoken} title={messages.lipSync.generateAtService}>
          <Question take={asked} />
        </Dialog>
      )}
    </>
  );
}

function Question({ take }: { take: Take }) {
  const { busy, failure } = useSpoken();
  const price = usePrice(take.id, (signal) => priceOfSpoken(take, signal));
  const words = {
    what: messages.lipSync.character(take.text.length),
    credits: creditsFrom(price, ({ credits }) => credits),
    learnedFrom: price?.samples ?? 0,
  };
  return (
    <>
      <p className={classes.said}>{take.text.length > 300 ? `${take.text.slice(0, 300)}…` : take.text}</p>
      <p className={classes.words}>{messages.lipSync.spokenAgainNote(nameOfVoice(take))}</p>
      {failure && <FailureCard failure={failure} about={messages.lipSync.audioSubject} failed={messages.lipSync.audioNotMade} />}
      <DialogActions>
        <ButtonWords>
          <PriceWords {...words} />
        </ButtonWords>
        <Button variant="default" onClick={closeSpoken}>
          {messages.lipSync.cancel}
        </Button>
        <PaidButton
          name={messages.lipSync.generate}
          estimate={<PriceWords {...words} full />}
          recovery={messages.lipSync.generateNote}
          unavailable={busy ? messages.lipSync.generating : undefined}
          loading={busy}
          onPress={() => void makeSpoken()}
        />
      </DialogActions>
    </>
  );
}

/** Until when the audio can be fetched, where that is known. */
export function AudioLasts() {
  const until = useSources((sources) => audioLastsUntil(sources));
  const now = useNow(30_000);
  if (until === undefined) return null;
  return (
    <p className={classes.words} role="status">
      {until > now ? messages.lipSync.linkExpires(moment(until)) : messages.lipSync.linkExpiredAt(moment(until))}
    </p>
  );
}
