import { Button, Loader } from '@mantine/core';
import { IconLock, IconRefresh, IconSearchOff, IconWifiOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { failureTitle } from '../../lib/failure-words.ts';
import { knownVoices, refreshCatalogue, useStudio } from '../../core/studio/studio.ts';
import { useProject } from '../../core/project/project.ts';
import { useVoiceDrag } from '../../core/voices/voice-drag.ts';
import { countFilters, noFilter, shownName } from '../../core/voices/voice-search.ts';
import { withdrawOffer } from '../../core/voices/samples.ts';
import { setFilter, useFound, useVoices } from '../../core/voices/voices.ts';
import { takeIntent, useWindow } from '../../core/window/window.ts';
import { stopSounds } from '../../core/player/sounds.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { age, number } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { useNow } from '../../lib/use-now.ts';
import { AuditionDock } from './audition.tsx';
import { addVoicesCommands } from './commands.ts';
import { AskDelete } from './delete.tsx';
import { Detail } from './detail.tsx';
import { Filters } from './filters.tsx';
import { VoiceGrid } from './grid.tsx';
import classes from './panel.module.css';
import { stopAsking, useArranged } from './stores.ts';
import { messages } from '#shared/messages/index.ts';

/** Voices: every voice of the service, found, heard side by side, noted, given to the script, and deleted. */
export function VoicesPanel() {
  const intent = useWindow((state) => state.intent);
  useEffect(addVoicesCommands, []);
  useEffect(() => stopSounds, []);
  useEffect(() => withdrawOffer, []);
  useEffect(() => stopAsking, []);
  useEffect(() => {
    const asked = takeIntent('voices');
    if (asked) useVoices.setState({ filter: noFilter, currentId: asked.voiceId });
  }, [intent]);
  const current = useVoices((state) => state.currentId);
  const marks = useVoices((state) => state.marks);
  const inspectorOf = useStudio((state) => {
    const voice = knownVoices(state).find(({ voiceId }) => voiceId === current);
    return voice && shownName(voice, marks);
  });
  return (
    <PanelFrame
      title={messages.voices.voices}
      heading={<Heading />}
      actions={<Refresh />}
      inspector={<Detail />}
      inspectorOf={inspectorOf}
      dock={<AuditionDock />}
      dockFits
    >
      <div className={classes.stage}>
        <DragHint />
        <Filters />
        <Stale />
        <Stage />
      </div>
      <AskDelete />
    </PanelFrame>
  );
}

/** Where a voice that is dragged can go: the script is in another panel. */
function DragHint() {
  const isDragged = useVoiceDrag((state) => state.isDragged);
  const hasProject = useProject((state) => state.status === 'open');
  if (!isDragged || !hasProject) return null;
  return <p className={classes.hint}>{messages.voices.dragHint}</p>;
}

/** How many there are, and how many the filters leave. */
function Heading() {
  const total = useStudio((state) => knownVoices(state).length);
  const found = useFound().length;
  const reading = useStudio((state) => state.voicesStatus?.reading);
  const count =
    total === 0
      ? ''
      : found === total
        ? messages.voices.voice(total)
        : messages.voices.countOf(number(found), messages.voices.voice(total));
  const isRead = reading && reading.read > 0;
  const read = isRead
    ? messages.voices.loading(reading.total === null ? '' : messages.voices.countOfSuffix(number(reading.read), number(reading.total)))
    : '';
  return <PanelHeading title={messages.voices.voices} facts={[count + read]} isStatus />;
}

function Refresh() {
  const isReading = useStudio((state) => state.voicesStatus?.reading != null);
  const asOf = useStudio((state) => (state.voices.state === 'ready' ? state.voices.asOf : undefined));
  const now = useNow(15_000);
  return (
    <>
      {asOf !== undefined && <span className={classes.facts}>{messages.voices.asOf(age(asOf, now))}</span>}
      <Button
        variant="default"
        leftSection={<IconRefresh size={iconSize.normal} stroke={1.75} aria-hidden />}
        loading={isReading}
        onClick={() => void refreshCatalogue()}
      >
        {messages.voices.refresh}
      </Button>
    </>
  );
}

/** The list is one of an earlier run, and the service cannot be asked. */
function Stale() {
  const failure = useStudio((state) => (state.voices.state === 'ready' ? state.voicesStatus?.failure : undefined));
  if (!failure) return null;
  return (
    <p className={classes.stale} role="status">
      <IconWifiOff size={iconSize.normal} stroke={1.75} aria-hidden />
      <span>
        {failureTitle(failure)}
        {messages.voices.offlineNote}
      </span>
    </p>
  );
}

function Stage() {
  const state = useStudio(({ voices }) => voices.state);
  const failure = useStudio(({ voices }) => (voices.state === 'failed' ? voices.failure : undefined));
  const reading = useStudio((studio) => studio.voicesStatus?.reading);
  const filter = useVoices((voices) => voices.filter);
  const total = useStudio((studio) => knownVoices(studio).length);
  const found = useFound();
  if (state === 'loading')
    return (
      <EmptyState icon={<Loader size={iconSize.wide} />} title={messages.voices.loadingVoices}>
        {reading?.total == null
          ? messages.voices.loadingVoicesNote
          : messages.voices.loadedSoFar(number(reading.read), number(reading.total))}
      </EmptyState>
    );
  if (failure?.kind === 'forbidden')
    return (
      <EmptyState icon={<IconLock size={iconSize.hero} stroke={1.4} aria-hidden />} title={messages.voices.forbidden} action={<TryAgain />}>
        {messages.voices.forbiddenNote}
      </EmptyState>
    );
  if (failure)
    return (
      <EmptyState
        icon={<IconWifiOff size={iconSize.hero} stroke={1.4} aria-hidden />}
        title={messages.voices.voicesNotLoaded}
        action={<TryAgain />}
      >
        <FailureCard failure={failure} paid={false} />
      </EmptyState>
    );
  if (total === 0)
    return (
      <EmptyState title={messages.voices.noVoices} action={<TryAgain />}>
        {messages.voices.noVoicesNote}
      </EmptyState>
    );
  if (found.length === 0) {
    const filters = countFilters(filter);
    return (
      <EmptyState
        icon={<IconSearchOff size={iconSize.hero} stroke={1.4} aria-hidden />}
        title={messages.voices.noMatchingVoices}
        action={<Button onClick={() => setFilter(noFilter)}>{messages.voices.clearAll}</Button>}
      >
        {none(filter.favourites, filter.recent) ??
          `${filter.search === '' ? '' : messages.voices.noMatchesFor(filter.search)}${filters === 0 ? '' : messages.voices.filtersActive(messages.voices.filter(filters), filters)}`}
      </EmptyState>
    );
  }
  return <Arranged />;
}

/** Arranged only where there is something to arrange. */
function Arranged() {
  return <VoiceGrid groups={useArranged()} />;
}

function none(favourites: boolean, recent: boolean): string | undefined {
  if (favourites) return messages.voices.noFavouritesNote;
  return recent ? messages.voices.noRecentNote : undefined;
}

const TryAgain = () => <Button onClick={() => void refreshCatalogue()}>{messages.voices.tryAgain}</Button>;
