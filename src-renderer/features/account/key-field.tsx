import { PasswordInput } from '@mantine/core';
import { useRef, type Ref } from 'react';
import { useConnections } from '../../core/connections/connections.ts';
import { messages } from '#shared/messages/index.ts';

/** Takes what is typed out of the field, which is empty from then on: a key stays on this side no longer than it must. */
export interface TypedKey {
  take(): string;
  /** What is typed, to be sent and nothing else. */
  read(): string;
}

/** A field for a key: what is typed stands in no state, no attribute and no store of the page. */
export function useTypedKey(): { key: TypedKey; field: Ref<HTMLInputElement> } {
  const field = useRef<HTMLInputElement>(null);
  const read = (): string => field.current?.value ?? '';
  return {
    field,
    key: {
      read,
      take: () => {
        const typed = read();
        if (field.current) field.current.value = '';
        return typed;
      },
    },
  };
}

export function KeyField({
  field,
  name,
  label,
  error,
  description,
}: {
  field: Ref<HTMLInputElement>;
  name?: string;
  label: string;
  error?: string | boolean | undefined;
  description?: string;
}) {
  const keepsKeys = useConnections((state) => state.keepsKeys);
  const place = keepsKeys ? messages.account.keyStoredNote : messages.account.keyNotStoredNote;
  return (
    <PasswordInput
      ref={field}
      {...(name === undefined ? {} : { name })}
      label={label}
      description={description === undefined ? place : `${description} ${place}`}
      error={error}
      autoComplete="off"
      spellCheck={false}
      maxLength={8192}
      visibilityToggleButtonProps={{ 'aria-label': messages.account.toggleKey, tabIndex: 0 }}
    />
  );
}
