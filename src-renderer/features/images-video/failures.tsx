import { Button } from '@mantine/core';
import { unavailableWords } from './media-store.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { JobActions } from '../../core/jobs/job-actions.tsx';
import { ConnectionFailure, useSaidByConnection } from '../../core/connections/connection-failure.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { PanelNote } from '../../ui/panel-note.tsx';
import { messages } from '#shared/messages/index.ts';
import { loadCatalogues, makeMedia, useMedia, useMediaForm } from './stores.ts';

/** What stands in the way: the service, what it does not offer, and the last request, whose card alone says whether it was charged. */
export function MediaFailures() {
  const kind = useMediaForm((state) => state.form.kind);
  const broken = useStudio((state) => state.connection?.state === 'failed');
  const isLocal = useStudio((state) => state.connection?.kind === 'local');
  const catalogue = useMedia((state) => state.catalogue[kind]);
  const failure = useMedia((state) => state.failure);
  const isSaidAbove = useSaidByConnection(failure);
  // What may have been charged is a card of the gallery, too: what can be done about it is done to that.
  const made = useMedia(({ items }) => items.find((item) => item.operation.requestId === failure?.requestId));
  const operation = made?.operation;
  return (
    <>
      <ConnectionFailure kept={messages.imagesVideo.galleryAvailable} lists={false} />
      {catalogue.state === 'ready' && !catalogue.available && (
        <PanelNote>
          {unavailableWords[kind]} {messages.imagesVideo.notOfferedNote}
        </PanelNote>
      )}
      {isLocal && catalogue.state === 'ready' && catalogue.available && <PanelNote>{messages.imagesVideo.placeholderNote}</PanelNote>}
      {catalogue.state === 'failed' && !broken && (
        <FailureCard
          failure={catalogue.failure}
          about={messages.imagesVideo.modelsNotLoaded}
          paid={false}
          action={
            <Button variant="default" onClick={() => void loadCatalogues()}>
              {messages.imagesVideo.readAgain}
            </Button>
          }
        />
      )}
      {failure && !isSaidAbove && (
        <FailureCard
          failure={failure}
          about={(made?.kind ?? kind) === 'image' ? messages.imagesVideo.imageSubject : messages.imagesVideo.videoSubject}
          failed={messages.imagesVideo.notMade[made?.kind ?? kind]}
          action={
            failure.charged === 'no' && failure.next !== 'fix-input' ? (
              <Button variant="default" onClick={() => void makeMedia()}>
                {messages.imagesVideo.tryAgain}
              </Button>
            ) : undefined
          }
          steps={operation && operation.actions.length > 0 ? <JobActions operation={operation} within /> : undefined}
          onDismiss={() => useMedia.setState({ failure: undefined })}
        />
      )}
    </>
  );
}
