import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { attempt } from '../host/attempt.ts';
import { usePrice } from '../account/price.tsx';
import { useStudio } from '../studio/studio.ts';
import { credits } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { toastFailure } from '../../lib/toast.tsx';
import classes from './try-example.module.css';
import { messages } from '#shared/messages/index.ts';

interface TryExampleProps {
  /** Fills the panel with the example; on the local service, also runs it. */
  onTry: () => Promise<void>;
  /** Why it cannot be tried now. */
  unavailable?: string | undefined;
  /** What it does. Its price is named behind that. */
  what: string;
  /** What running it at once takes, in words, where that is known. */
  takes: string | undefined;
}

/** The credits that an example takes where it runs at once, in words; `undefined` while they are not known. Asked again where `subject` is another. */
export function useExampleCredits(subject: string, ask: (signal: AbortSignal) => Promise<number | null | undefined>): string | undefined {
  const isLocal = useStudio(({ connection }) => connection?.kind === 'local');
  const found = usePrice(isLocal ? subject : '', ask);
  return typeof found === 'number' && found > 0 ? credits(Math.ceil(found)) : undefined;
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
