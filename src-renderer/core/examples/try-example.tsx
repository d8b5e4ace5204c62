import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { attempt } from '../host/attempt.ts';
import { useStudio } from '../studio/studio.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { toastFailure } from '../../lib/toast.tsx';
import classes from './try-example.module.css';
import { messages } from '#shared/messages/index.ts';

interface TryExampleProps {
  /** Fills the panel with the example; on the local service, also runs it. */
  onTry: () => Promise<void>;
  /** Why it cannot be tried now. */
  unavailable?: string | undefined;
  /** What it does, where it runs at once; else what it does and that a price comes first. */
  what: string;
  /** What running it at once takes, in words, where that is known. */
  takes?: string | undefined;
}

/** **Try an example**: one press on the local service, where nothing costs money; elsewhere it fills the form, and the panel's own button pays. */
export function TryExample({ onTry, unavailable, what, takes }: TryExampleProps) {
  const connection = useStudio((state) => state.connection);
  const [busy, setBusy] = useState(false);
  const why = connection?.state === 'ready' ? unavailable : messages.sources.exampleWhenReady;
  const price =
    connection?.kind !== 'local'
      ? messages.sources.exampleHosted
      : takes === undefined
        ? messages.sources.exampleLocal
        : messages.sources.exampleLocalTakes(takes);
  const start = async (): Promise<void> => {
    setBusy(true);
    const answer = await attempt(onTry);
    setBusy(false);
    if (!answer.ok) toastFailure(answer.failure);
  };
  return (
    <div className={classes.example}>
      <Button
        className={classes.button ?? ''}
        variant="default"
        leftSection={<IconSparkles size={iconSize.normal} aria-hidden />}
        loading={busy}
        disabled={why !== undefined}
        onClick={() => void start()}
      >
        {messages.sources.tryExample}
      </Button>
      <span className={classes.note}>{why ?? `${what} ${price}`}</span>
    </div>
  );
}
