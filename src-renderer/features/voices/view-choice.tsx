import { ActionIcon, SegmentedControl, Select, Tooltip } from '@mantine/core';
import { IconEar, IconEarOff, IconLayoutGrid, IconList } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messages } from '#shared/messages/index.ts';
import { setHearsOptions, useSamples } from '../../core/voices/samples.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { groupings, type Grouping } from '../../core/voices/arrange-voices.ts';
import { setGrouping, setView, useView } from './stores.ts';
import { views, type View } from './view-store.ts';
import classes from './view-choice.module.css';

const groupingNames: Record<Grouping, string> = {
  language: messages.voices.byLanguage,
  model: messages.voices.byModel,
  none: messages.voices.ungrouped,
  name: messages.voices.byName,
  newest: messages.voices.newestFirst,
};
const viewNames: Record<View, ReactNode> = {
  cards: <ViewName icon={<IconLayoutGrid size={iconSize.normal} stroke={1.75} aria-hidden />}>{messages.voices.cards}</ViewName>,
  list: <ViewName icon={<IconList size={iconSize.normal} stroke={1.75} aria-hidden />}>{messages.voices.list}</ViewName>,
};

/** How the voices stand: in which groups, as cards or rows, and whether they are heard in lists of voices. */
export function ViewChoice() {
  const view = useView((state) => state.view);
  const grouping = useView((state) => state.grouping);
  return (
    <div className={classes.view}>
      <Select
        className={classes.grouping ?? ''}
        aria-label={messages.voices.groupBy}
        data={groupings.map((value) => ({ value, label: groupingNames[value] }))}
        value={grouping}
        allowDeselect={false}
        onChange={(chosen) => setGrouping(groupings.find((one) => one === chosen) ?? grouping)}
      />
      <SegmentedControl
        className={classes.choice ?? ''}
        size="xs"
        aria-label={messages.voices.view}
        data={views.map((value) => ({ value, label: viewNames[value] }))}
        value={view}
        onChange={(chosen) => setView(views.find((one) => one === chosen) ?? view)}
      />
      <HearOptions />
    </div>
  );
}

function ViewName({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <span className={classes.name}>
      {icon}
      {children}
    </span>
  );
}

/** Whether free samples play while a list of voices is gone through. */
function HearOptions() {
  const hears = useSamples((state) => state.hearsOptions);
  return (
    <Tooltip label={hears ? messages.voices.hearsOptionsNote : messages.voices.silentOptionsNote} multiline maw="20rem">
      <ActionIcon variant="default" aria-label={messages.voices.hearOptions} aria-pressed={hears} onClick={() => setHearsOptions(!hears)}>
        {hears ? (
          <IconEar size={iconSize.normal} stroke={1.75} aria-hidden />
        ) : (
          <IconEarOff size={iconSize.normal} stroke={1.75} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  );
}
