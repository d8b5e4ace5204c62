import { Button } from '@mantine/core';
import { formatFailure, type Failure } from '#shared/failure.ts';
import { canBeUsedAnyway } from '../../core/connections/connections.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { messages } from '#shared/messages/index.ts';
import { formatValue, type MessageId } from '#shared/messages/message.ts';

/** Headings by the field that is wrong. */
const titles: Partial<Record<string, string>> = {
  baseUrl: messages.account.baseUrlFailed,
  realtimeUrl: messages.account.realtimeUrlFailed,
  key: messages.account.keyRejected,
};

/** Why a connection was not tested, used or saved; its words say what to correct. `onAnyway`: takes it all the same. */
export function TestFailure(props: {
  failure: Failure;
  about?: string;
  /** What `onAnyway` does, as a button says it. */
  anyway?: string;
  onAnyway?: () => void;
  onDismiss?: () => void;
}) {
  const { failure, about, anyway = messages.account.useAnyway, onAnyway, onDismiss } = props;
  const title = failure.kind === 'invalid-input' ? undefined : titles[failure.field ?? ''];
  return (
    <FailureCard
      failure={title === undefined ? failure : { ...failure, next: failure.next === 'trust-origin' ? failure.next : 'none' }}
      title={title}
      about={about}
      paid={false}
      exact
      action={
        onAnyway !== undefined && canBeUsedAnyway(failure) ? (
          <Button variant="default" onClick={onAnyway}>
            {anyway}
          </Button>
        ) : undefined
      }
      {...(onDismiss === undefined ? {} : { onDismiss })}
    />
  );
}

/** What a field shows of a failure that names it: its words where no card says them, else only that it is the one. */
export const errorOfField = (failure: Failure | undefined, field: string): string | boolean | undefined => {
  if (failure?.field !== field) return undefined;
  return isSaidAtField(failure) ? withoutPlace(failure) : true;
};

const inField: MessageId = 'failures.inField';

/** `In connections.test, key: must not be empty.` stands at the field that it names: `Must not be empty.` */
function withoutPlace(failure: Failure): string {
  const { text } = failure;
  const reason = text?.id === inField ? `${formatValue(text.values.at(-1) ?? '')}.` : formatFailure(failure);
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** What was typed is no address, no key or one that is there already: it is said where it was typed. */
export const isSaidAtField = ({ kind, field }: Failure): boolean =>
  field !== undefined && ['name', 'baseUrl', 'realtimeUrl', 'key'].includes(field) && (kind === 'invalid-input' || kind === 'conflict');
