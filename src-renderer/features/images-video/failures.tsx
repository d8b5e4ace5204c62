import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { loadCatalogues, makeMedia, unavailableWords, useMedia } from './store.ts';
import { useMediaForm } from './form-store.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { ConnectionFailure } from '../../core/connections/connection-failure.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './panel.module.css';

/** What stands in the way: the service, what it does not offer, and the last request. */
export function MediaFailures() {
  const kind = useMediaForm((state) => state.form.kind);
  const broken = useStudio((state) => state.connection?.state === 'failed');
  const catalogue = useMedia((state) => state.catalogue[kind]);
  const failure = useMedia((state) => state.failure);
  return (
    <>
      <ConnectionFailure kept="The gallery is here all the same." lists={false} />
      {catalogue.state === 'ready' && !catalogue.available && (
        <p className={classes.unavailable} role="note">
          <IconInfoCircle size={iconSize.large} stroke={1.75} aria-hidden />
          {unavailableWords[kind]} Nothing is wrong: another account or connection may have them.
        </p>
      )}
      {catalogue.state === 'failed' && !broken && (
        <FailureCard
          failure={catalogue.failure}
          about="The models could not be read."
          paid={false}
          action={
            <Button variant="default" onClick={() => void loadCatalogues()}>
              Read again
            </Button>
          }
        />
      )}
      {failure && !broken && (
        <FailureCard
          failure={failure}
          about={kind === 'image' ? 'The image' : 'The video'}
          action={
            failure.charged === 'no' && failure.next !== 'fix-input' ? (
              <Button variant="default" onClick={() => void makeMedia()}>
                Try again
              </Button>
            ) : undefined
          }
          onDismiss={() => useMedia.setState({ failure: undefined })}
        />
      )}
    </>
  );
}
