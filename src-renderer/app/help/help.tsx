import { Button, CloseButton, Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useCommands } from '../../core/commands/commands.ts';
import { closeHelp } from '../../core/window/window.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { useNarrow } from '../../lib/narrow.ts';
import { useFocusReturn } from '../../ui/focus-return.ts';
import { takeTour } from '../tour/take-tour.ts';
import { helpSections, type Section } from './content.ts';
import { useLicences } from './licences.ts';
import { searchHelp } from './search.ts';
import { FollowLink, SectionText, topicId } from './section-text.tsx';
import classes from './help.module.css';
import { messages } from '#shared/messages/index.ts';

/** Above menus and popovers, which may be open below it. */
const layer = 400;

/** Help over the whole window, at the section of the panel that is shown. Escape is the window’s (`listenForKeys`). */
export function Help({ shown }: { shown: string }) {
  useFocusReturn();
  const narrow = useNarrow();
  const known = useCommands((state) => state.known);
  const chosen = useCommands((state) => state.chosen);
  const licences = useLicences();
  const sections = useMemo(() => helpSections(known, chosen, licences), [known, chosen, licences]);
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState(shown);
  const id = useId();
  const pane = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);

  const { sections: found, isClosest, marks } = useMemo(() => searchHelp(query, sections, messages.help), [query, sections]);
  const searching = marks.length > 0;
  const open = found.find((section) => section.id === current) ?? found[0];
  const texts = searching ? found : open ? [open] : [];
  const summary = searching ? resultsInWords(query, found, isClosest) : '';
  useEffect(() => {
    if (summary !== '') announce(summary);
  }, [summary]);
  useEffect(() => {
    pane.current?.scrollTo({ top: 0 });
  }, [query]);

  const sectionId = (one: string): string => `${id}-${one}`;
  const [goal, setGoal] = useState<{ section: string; topic: string }>();
  useEffect(() => {
    if (!goal) return;
    const heading = document.getElementById(topicId(sectionId(goal.section), goal.topic));
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each link that was followed
  }, [goal]);
  const show = (one: string): void => {
    setCurrent(one);
    if (searching) document.getElementById(sectionId(one))?.scrollIntoView({ block: 'start' });
    else pane.current?.scrollTo({ top: 0 });
  };
  const readWhole = (one: string): void => {
    setQuery('');
    setCurrent(one);
    pane.current?.focus();
  };
  const follow = (section: string, topic: string): void => {
    setQuery('');
    setCurrent(section);
    setGoal({ section, topic });
  };
  const intoList = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };

  return (
    <Modal.Root opened onClose={closeHelp} returnFocus={false} closeOnEscape={false} size="var(--help-width)" padding={0} zIndex={layer}>
      <Modal.Overlay />
      <Modal.Content aria-label={messages.help.help} classNames={{ content: classes.content ?? '' }} data-narrow={narrow || undefined}>
        <div className={classes.head}>
          <h2 className={classes.title}>{messages.help.help}</h2>
          <TextInput
            className={classes.search}
            type="search"
            aria-label={messages.help.searchHelp}
            placeholder={messages.help.searchHelp}
            leftSection={<IconSearch size={iconSize.normal} aria-hidden />}
            spellCheck={false}
            autoComplete="off"
            maxLength={100}
            ref={takeFocus}
            data-autofocus
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={intoList}
          />
          <Button variant="default" onClick={() => void closeForTour()}>
            {messages.tour.take}
          </Button>
          <CloseButton aria-label={messages.help.closeHelp} onClick={closeHelp} />
        </div>
        <nav className={classes.list} aria-label={messages.help.sectionsOfHelp} ref={list}>
          <SectionList sections={found} isFlat={searching} current={open?.id} onShow={show} />
        </nav>
        <div
          ref={pane}
          className={classes.pane}
          role="region"
          tabIndex={0}
          aria-label={searching ? messages.help.results : messages.help.text}
        >
          {isClosest && texts.length > 0 && (
            <p className={classes.closest}>
              {messages.help.closestTopics}
              <span>{messages.help.noTopicHasAll}</span>
            </p>
          )}
          <FollowLink value={follow}>
            {texts.map((section) => (
              <SectionText key={section.id} id={sectionId(section.id)} section={section} words={marks}>
                {searching && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={messages.help.openSection(section.title)}
                    onClick={() => readWhole(section.id)}
                  >
                    {messages.help.open}
                  </Button>
                )}
              </SectionText>
            ))}
          </FollowLink>
          {texts.length === 0 && (
            <p className={classes.nothing}>
              {messages.help.noResults(query.trim())}
              <span>{messages.help.tryOtherWords}</span>
            </p>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function closeForTour(): Promise<void> {
  closeHelp();
  return takeTour();
}

/** At once, so that what is typed right after the key is written into it. */
const takeFocus = (field: HTMLInputElement | null): void => field?.focus({ preventScroll: true });

function resultsInWords(query: string, found: readonly Section[], isClosest: boolean): string {
  if (found.length === 0) return messages.help.noResults(query.trim());
  const results = messages.help.result(found.reduce((sum, { topics }) => sum + topics.length, 0));
  return isClosest ? `${messages.help.closestTopics}: ${results}` : results;
}

/** The sections that there are, in their groups; those that a search found in the order of their texts (`isFlat`). One of them is a tab stop; arrows go to the others and show them. */
function SectionList({
  sections,
  isFlat,
  current,
  onShow,
}: {
  sections: readonly Section[];
  isFlat: boolean;
  current: string | undefined;
  onShow: (id: string) => void;
}) {
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((one) => one === document.activeElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + by))]?.focus();
  };
  const items = (members: readonly Section[]): ReactNode =>
    members.map(({ id, title }) => (
      <button
        key={id}
        type="button"
        className={classes.item}
        tabIndex={id === current ? 0 : -1}
        aria-current={id === current ? 'true' : undefined}
        onFocus={() => onShow(id)}
        onClick={() => onShow(id)}
      >
        {title}
      </button>
    ));
  if (isFlat)
    return (
      <div className={classes.groups} onKeyDown={onKey}>
        <div className={classes.group}>{items(sections)}</div>
      </div>
    );
  return (
    <div className={classes.groups} onKeyDown={onKey}>
      {[...Map.groupBy(sections, ({ group }) => group)].map(([group, members]) => (
        <div key={group} className={classes.group} role="group" aria-label={messages.help.groups[group]}>
          <span className={classes.groupName} aria-hidden>
            {messages.help.groups[group]}
          </span>
          {items(members)}
        </div>
      ))}
    </div>
  );
}
