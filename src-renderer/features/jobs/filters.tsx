import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core';
import { IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { narrow, useJobs } from '../../core/jobs/jobs.ts';
import { useConnections } from '../../core/connections/connections.ts';
import { costChoices, dateChoices, isNarrowed, kindChoices, noFilter, stateChoices } from '../../core/jobs/jobs-filter.ts';
import { useProjectNames } from '../../core/jobs/project-names.ts';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './filters.module.css';
import { messages } from '#shared/messages/index.ts';

/** The search is asked when nothing was typed for this long, in milliseconds. */
const searchAfterMs = 200;
/** A choice's value that narrows nothing. */
const every = '';

/** The options of a choice, in their order. */
function optionsOf<T extends string>(choices: Readonly<Record<T, { name: string }>>): { value: T; label: string }[] {
  return (Object.entries(choices) as [T, { name: string }][]).map(([value, { name }]) => ({ value, label: name }));
}

/** What the list is narrowed by: one choice of each. */
export function Filters() {
  const filter = useJobs((state) => state.filter);
  const projects = useJobs((state) => state.projects);
  const connections = useConnections((state) => state.list);
  const nameOf = useProjectNames();
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filter.text);
  const [asked, setAsked] = useState(filter.text);
  // Set from elsewhere, as by a link to a request.
  if (filter.text !== asked) {
    setAsked(filter.text);
    setTyped(filter.text);
  }
  useEffect(() => {
    if (typed === filter.text) return;
    const timer = setTimeout(() => {
      setAsked(typed);
      narrow({ text: typed });
    }, searchAfterMs);
    return () => clearTimeout(timer);
  }, [typed, filter.text]);
  return (
    <div className={classes.bar} role="search" aria-label={messages.jobs.filters}>
      <TextInput
        ref={search}
        className={classes.search ?? ''}
        type="search"
        aria-label={messages.jobs.searchJobs}
        placeholder={messages.jobs.searchPlaceholder}
        leftSection={<IconSearch size={iconSize.normal} aria-hidden />}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Choice label={messages.jobs.state} data={optionsOf(stateChoices)} value={filter.state} onChoose={(state) => narrow({ state })} />
      <Choice label={messages.jobs.kind} data={optionsOf(kindChoices)} value={filter.kind} onChoose={(kind) => narrow({ kind })} />
      <Choice
        label={messages.jobs.project}
        data={[
          { value: every, label: messages.jobs.anyProject },
          ...projects.map(({ projectId, projectName }) => ({ value: projectId, label: nameOf(projectId, projectName) })),
        ]}
        value={filter.projectId ?? every}
        onChoose={(projectId) => narrow({ projectId: projectId === every ? undefined : projectId })}
      />
      <Choice label={messages.jobs.cost} data={optionsOf(costChoices)} value={filter.cost} onChoose={(cost) => narrow({ cost })} />
      <Choice label={messages.jobs.date} data={optionsOf(dateChoices)} value={filter.date} onChoose={(date) => narrow({ date })} />
      {connections && connections.length > 1 && (
        <Choice
          label={messages.jobs.connection}
          data={[{ value: every, label: messages.jobs.anyConnection }, ...connections.map(({ id, name }) => ({ value: id, label: name }))]}
          value={filter.connectionId ?? every}
          onChoose={(connectionId) => narrow({ connectionId: connectionId === every ? undefined : connectionId })}
        />
      )}
      <Tooltip label={messages.jobs.clearFilters}>
        <ActionIcon
          className={classes.clear ?? ''}
          data-shown={isNarrowed(filter)}
          variant="subtle"
          color="gray"
          aria-label={messages.jobs.clearFilters}
          onClick={() => {
            narrow(noFilter);
            search.current?.focus();
          }}
        >
          <IconFilterOff size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  data: { value: T; label: string }[];
  value: T;
  onChoose: (value: T) => void;
}

function Choice<T extends string>({ label, data, value, onChoose }: ChoiceProps<T>) {
  return (
    <Select
      className={classes.choice ?? ''}
      aria-label={label}
      allowDeselect={false}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      data={data}
      value={value}
      onChange={(chosen) => {
        const found = data.find((option) => option.value === chosen);
        if (found) onChoose(found.value);
      }}
    />
  );
}
