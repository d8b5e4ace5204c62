import { Button, Loader, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { TryExample } from '../../core/examples/try-example.tsx';
import { loadGallery, loadMoreMedia, narrowGallery, tryMediaExample, useMedia, useMediaForm, whyNotMade } from './stores.ts';
import { chosenModel, quotaOf } from './form-store.ts';
import { modelsOf } from './media-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { NothingRemoved, RemovedToggle } from '../../core/failures/history-list.tsx';
import { removeInPlace } from '../../core/removal/remove-in-place.ts';
import { Card, removalOf } from './card.tsx';
import { Details } from './details.tsx';
import { number } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './gallery.module.css';
import { messages } from '#shared/messages/index.ts';

/** Everything that was made or asked for, newest first; kept on this machine. */
export function Gallery() {
  const items = useMedia((state) => state.items);
  const next = useMedia((state) => state.next);
  const gallery = useMedia((state) => state.gallery);
  const { search, kind } = { search: useMedia((state) => state.search), kind: useMedia((state) => state.kind) };
  const showRemoved = useMedia((state) => state.showRemoved);
  const [shown, setShown] = useState<string>();
  const detailed = items.find(({ operation }) => operation.operationId === shown);
  return (
    <section className={classes.gallery} aria-label={messages.imagesVideo.gallery}>
      <div className={classes.bar}>
        <h2 className={classes.title}>{showRemoved ? messages.removal.removed : messages.imagesVideo.gallery}</h2>
        <SegmentedControl
          size="xs"
          aria-label={messages.imagesVideo.shown}
          data={[
            { value: 'all', label: messages.imagesVideo.all },
            { value: 'image', label: messages.imagesVideo.images },
            { value: 'video', label: messages.imagesVideo.videos },
          ]}
          value={kind}
          onChange={(value) => narrowGallery({ kind: value === 'image' || value === 'video' ? value : 'all' })}
        />
        <TextInput
          type="search"
          role="searchbox"
          className={classes.search ?? ''}
          aria-label={messages.imagesVideo.searchGallery}
          placeholder={messages.imagesVideo.promptOrModel}
          leftSection={<IconSearch size={iconSize.normal} aria-hidden />}
          value={search}
          maxLength={200}
          onChange={(event) => narrowGallery({ search: event.currentTarget.value })}
        />
        <RemovedToggle shown={showRemoved} onShow={(removed) => narrowGallery({ showRemoved: removed })} />
      </div>
      {gallery.state === 'failed' && (
        <FailureCard
          failure={gallery.failure}
          paid={false}
          about={messages.imagesVideo.galleryNotLoaded}
          action={
            <Button variant="default" onClick={() => void loadGallery()}>
              {messages.imagesVideo.readAgain}
            </Button>
          }
        />
      )}
      {items.length > 0 ? (
        <ul className={classes.grid} aria-label={messages.imagesVideo.galleryList}>
          {items.map((record) => (
            <li
              key={record.operation.operationId}
              onKeyDown={(event) => {
                const isWithin = event.target instanceof Node && event.currentTarget.contains(event.target);
                if (event.key === 'Delete' && isWithin) removeInPlace(removalOf(record, showRemoved), event.currentTarget);
              }}
            >
              <Card record={record} isRemoved={showRemoved} onDetails={() => setShown(record.operation.operationId)} />
            </li>
          ))}
        </ul>
      ) : (
        <Nothing />
      )}
      {/* The first of all, such as the example: what can be done with it. */}
      {items.length === 1 && items[0]?.operation.state === 'done' && !showRemoved && (
        <p className={classes.next}>{messages.imagesVideo.resultNext[items[0].kind]}</p>
      )}
      {next !== null && items.length > 0 && (
        <Button className={classes.more ?? ''} variant="default" onClick={() => void loadMoreMedia()}>
          {messages.imagesVideo.showOlder}
        </Button>
      )}
      {detailed && <Details record={detailed} onClose={() => setShown(undefined)} />}
    </section>
  );
}

function Nothing() {
  const state = useMedia((media) => media.gallery.state);
  const showRemoved = useMedia((media) => media.showRemoved);
  const narrowed = useMedia(({ search, kind }) => search.trim() !== '' || kind !== 'all');
  if (state === 'failed') return null;
  if (state === 'loading') return <EmptyState icon={<Loader size={iconSize.wide} />} title={messages.imagesVideo.loadingGallery} />;
  if (narrowed)
    return (
      <EmptyState
        icon={<IconSearchOff size={iconSize.picture} stroke={1.4} aria-hidden />}
        title={messages.imagesVideo.noMatches}
        action={
          <Button variant="default" onClick={() => narrowGallery({ search: '', kind: 'all' })}>
            {messages.imagesVideo.showAll}
          </Button>
        }
      >
        {messages.imagesVideo.searchScope}
      </EmptyState>
    );
  return showRemoved ? <NothingRemoved /> : null;
}

/** In place of the gallery before there is a first picture. */
export function FirstExample() {
  const why = useMedia((media) => whyNotMade(media));
  const form = useMediaForm((state) => state.form);
  const quota = useMedia((media) => quotaOf({ ...form, kind: 'image' }, chosenModel({ ...form, kind: 'image' }, modelsOf(media, 'image'))));
  const takes = quota === null ? undefined : messages.imagesVideo.apiQuota(number(quota));
  return <TryExample onTry={tryMediaExample} unavailable={why} what={messages.imagesVideo.exampleWhat} takes={takes} />;
}
