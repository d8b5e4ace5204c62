import type { RefObject } from 'react';
import { fail, toFailure, type Failure } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { maximumCsvCharacters } from '#shared/narration/csv-rows.ts';
import { textOf } from '../../core/files/file-text.ts';

interface CsvInputProps {
  /** Its `click()` shows the dialog. */
  ref: RefObject<HTMLInputElement | null>;
  /** Gets the text of the file that was chosen; what it throws goes to `onFailure`. */
  onText: (text: string) => void | Promise<void>;
  onFailure: (failure: Failure) => void;
}

/** The file dialog of a table, for a button that is elsewhere. */
export function CsvInput({ ref, onText, onFailure }: CsvInputProps) {
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      if (file.size > maximumCsvCharacters) throw fail('too-large', message('narration.csvTooLarge'), { next: 'choose-file' });
      await onText(await textOf(file));
    } catch (thrown) {
      onFailure(toFailure(thrown));
    }
  };
  return (
    <input
      ref={ref}
      type="file"
      accept=".csv,text/csv"
      hidden
      onChange={(event) => {
        void read(event.currentTarget.files?.[0]);
        event.currentTarget.value = '';
      }}
    />
  );
}
