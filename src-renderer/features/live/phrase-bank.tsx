import { ActionIcon, Button, Kbd, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlayerPlayFilled, IconTrash } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { shownKeys } from '../../core/commands/commands.ts';
import { addPhrase, changePhrase, exportPhrases, importPhrases, movePhrase, removePhrase, useLiveSettings } from './stores.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { Section } from '../../ui/section.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast, toastReason } from '../../lib/toast.tsx';
import { keyOfPhrase, sayPhrase } from './commands.ts';
import classes from './phrase-bank.module.css';
import { messages } from '#shared/messages/index.ts';

/** A text file of phrases is no larger than this, in bytes. */
const maximumBytes = 1024 * 1024;

/** Phrases at hand: the first ten on keys. Kept in the profile. */
export function PhraseBank() {
  const phrases = useLiveSettings((state) => state.phrases);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = (): void => {
    const refused = addPhrase(text);
    setProblem(refused);
    if (refused === undefined) setText('');
    else announce(refused);
  };
  return (
    <Section title={messages.live.phrases} actions={<Exchange empty={phrases.length === 0} />}>
      <div className={classes.add}>
        <TextInput
          aria-label={messages.live.newPhrase}
          placeholder={messages.live.newPhrasePlaceholder}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) add();
          }}
        />
        <Button variant="default" onClick={add}>
          {messages.live.add}
        </Button>
      </div>
      {phrases.length === 0 ? (
        <p className={classes.empty}>{messages.live.noPhrases(shownKeys('Alt+1'), shownKeys('Alt+0'))}</p>
      ) : (
        <ol className={classes.list} aria-label={messages.live.phraseBank}>
          {phrases.map((phrase, index) => (
            <BankPhrase key={phrase.id} {...phrase} index={index} last={index === phrases.length - 1} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function BankPhrase({ id, text, index, last }: { id: string; text: string; index: number; last: boolean }) {
  const [editing, setEditing] = useState<string>();
  const keys = keyOfPhrase(index);
  const name = text.slice(0, 40);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      changePhrase(id, editing ?? text);
      setEditing(undefined);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      setEditing(undefined);
    }
  };
  return (
    <li className={classes.phrase}>
      {editing === undefined ? (
        <p className={classes.text}>{text}</p>
      ) : (
        <TextArea
          aria-label={messages.live.editPhrase}
          lines={[1, 6]}
          autoFocus
          value={editing}
          onChange={(event) => setEditing(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            changePhrase(id, editing);
            setEditing(undefined);
          }}
        />
      )}
      <div className={classes.tools}>
        {keys !== undefined && <Kbd>{shownKeys(keys)}</Kbd>}
        <span className={classes.gap} />
        <ActionIcon aria-label={messages.live.speakNamed(name)} onClick={() => sayPhrase(text)}>
          <IconPlayerPlayFilled size={iconSize.small} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={messages.live.editNamed(name)} onClick={() => setEditing(text)}>
          <IconPencil size={iconSize.normal} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={messages.live.moveUp(name)} disabled={index === 0} onClick={() => movePhrase(id, -1)}>
          <IconArrowUp size={iconSize.normal} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={messages.live.moveDown(name)} disabled={last} onClick={() => movePhrase(id, 1)}>
          <IconArrowDown size={iconSize.normal} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={messages.live.remove(name)} onClick={() => removePhrase(id)}>
          <IconTrash size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}

/** The bank from and to a text file: a phrase on each line. */
function Exchange({ empty }: { empty: boolean }) {
  const file = useRef<HTMLInputElement>(null);
  const read = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    if (chosen.size > maximumBytes) {
      toastReason(messages.live.importWord, messages.live.phraseFileTooLarge);
      return;
    }
    const { added, left } = importPhrases(await chosen.text());
    toast(
      messages.live.phrases,
      messages.live.phrasesAdded(messages.live.phrase(added), left > 0 ? messages.live.phrasesSkipped(messages.live.line(left)) : ''),
    );
  };
  const save = (): void => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([exportPhrases()], { type: 'text/plain' }));
    link.download = 'Phrases.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <>
      <input
        ref={file}
        type="file"
        accept=".txt,text/plain"
        hidden
        aria-label={messages.live.phrasesToImport}
        onChange={(event) => {
          const input = event.currentTarget;
          void read(input.files?.[0]).finally(() => (input.value = ''));
        }}
      />
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => file.current?.click()}>
        {messages.live.importWord}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" disabled={empty} onClick={save}>
        {messages.live.exportWord}
      </Button>
    </>
  );
}
