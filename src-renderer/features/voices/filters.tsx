import { Button, TextInput } from '@mantine/core';
import { IconClock, IconSearch, IconStar, IconX } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { choicesOf, countFilters, noFilter } from '../../core/voices/voice-search.ts';
import { foundVoices, setFilter, useVoices } from '../../core/voices/voices.ts';
import { useAriaKeys } from '../../core/commands/commands.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { ViewChoice } from './view-choice.tsx';
import classes from './filters.module.css';
import { messages } from '#shared/messages/index.ts';

/** The search and what else narrows the list. */
export function Filters() {
  const filter = useVoices((state) => state.filter);
  const marks = useVoices((state) => state.marks);
  const voices = useStudio((state) => knownVoices(state));
  const settled = useDeferredValue(marks);
  const { languages, supported, models, tags } = useMemo(() => choicesOf(voices, settled), [voices, settled]);
  const count = countFilters(filter);
  return (
    <div className={classes.filters} role="search" aria-label={messages.voices.voices}>
      <div className={classes.top}>
        <Search />
        <ViewChoice />
      </div>
      <div className={classes.row}>
        <Choice name={messages.voices.language} data={languages} value={filter.language} onChange={(language) => setFilter({ language })} />
        <Choice name={messages.voices.canSpeak} data={supported} value={filter.supports} onChange={(supports) => setFilter({ supports })} />
        <Choice name={messages.voices.model} data={models} value={filter.modelId} onChange={(modelId) => setFilter({ modelId })} />
        <Choice
          name={messages.voices.kind}
          data={[
            { value: 'public', label: messages.voices.public },
            { value: 'personal', label: messages.voices.personal },
          ]}
          value={filter.kind === 'all' ? null : filter.kind}
          onChange={(kind) => setFilter({ kind: kind === 'public' || kind === 'personal' ? kind : 'all' })}
        />
        {tags.length > 0 && <Choice name={messages.voices.tag} data={tags} value={filter.tag} onChange={(tag) => setFilter({ tag })} />}
        <Toggle
          name={messages.voices.favourites}
          icon={<IconStar size={iconSize.normal} stroke={1.75} aria-hidden />}
          on={filter.favourites}
          set={(favourites) => setFilter({ favourites })}
        />
        <Toggle
          name={messages.voices.recent}
          icon={<IconClock size={iconSize.normal} stroke={1.75} aria-hidden />}
          on={filter.recent}
          set={(recent) => setFilter({ recent })}
        />
        {count > 0 && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={iconSize.normal} aria-hidden />}
            onClick={() => setFilter({ ...noFilter, search: filter.search })}
          >
            {messages.voices.clear(messages.voices.filter(count))}
          </Button>
        )}
      </div>
    </div>
  );
}

function Search() {
  const search = useVoices((state) => state.filter.search);
  const keys = useAriaKeys('voices.search');
  const [typed, setTyped] = useState(search);
  const [before, setBefore] = useState(search);
  // Cleared from elsewhere.
  if (before !== search) {
    setBefore(search);
    setTyped(search);
  }
  useEffect(() => {
    if (search === '') return;
    const timer = setTimeout(() => announce(messages.voices.found(messages.voices.voice(foundVoices().length))), 700);
    return () => clearTimeout(timer);
  }, [search]);
  return (
    <TextInput
      className={classes.search ?? ''}
      type="search"
      aria-label={messages.voices.searchVoices}
      aria-keyshortcuts={keys}
      placeholder={messages.voices.searchPlaceholder}
      leftSection={<IconSearch size={iconSize.normal} stroke={1.75} aria-hidden />}
      maxLength={200}
      spellCheck={false}
      value={typed}
      data-voice-search
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setFilter({ search: event.currentTarget.value });
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') {
          event.preventDefault();
          document.querySelector<HTMLElement>('[data-voice-grid]')?.focus();
        } else if (event.key === 'Escape' && typed !== '') {
          event.preventDefault();
          setFilter({ search: '' });
        }
      }}
    />
  );
}

interface ChoiceProps {
  name: string;
  data: { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
}

function Choice({ name, data, value, onChange }: ChoiceProps) {
  return (
    <SearchSelect
      className={classes.choice ?? ''}
      aria-label={name}
      placeholder={name}
      data={data}
      value={value}
      clearable
      clearButtonProps={{ 'aria-label': messages.voices.anyOf(name) }}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      nothingFoundMessage={messages.voices.noMatches}
      data-set={value === null ? undefined : ''}
      onChoose={onChange}
    />
  );
}

function Toggle({ name, icon, on, set }: { name: string; icon: ReactNode; on: boolean; set: (on: boolean) => void }) {
  return (
    <Button variant={on ? 'light' : 'default'} leftSection={icon} aria-pressed={on} onClick={() => set(!on)}>
      {name}
    </Button>
  );
}
