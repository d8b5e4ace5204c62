import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import {
  IconAbc,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconLetterCase,
  IconRegex,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, type ComponentType, type KeyboardEvent } from 'react';
import { maximumFindCharacters, maximumMatches, type FindQuery } from '#shared/narration/find.ts';
import { messages } from '#shared/messages/index.ts';
import { useKeys, withKeys } from '../../../core/commands/commands.ts';
import { number } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { FindMatches } from './find-matches.tsx';
import type { ReplaceCost } from './replace-plan.ts';
import { changeQuery, changeReplacement, closeFind, replaceAll, replaceOne, showReplace, stepFind, useFind } from '../stores.ts';
import { focusScript } from '../script/script.tsx';
import classes from './find-bar.module.css';

/** The keyboard goes back to the script, at the current match where there is one. */
function close(): void {
  focusScript();
  closeFind();
}

/** Find and replace over the whole project, above the script. */
export function FindBar() {
  return useFind((state) => state.mode !== undefined) && <OpenFindBar />;
}

function OpenFindBar() {
  const mode = useFind((state) => state.mode);
  const opened = useFind((state) => state.opened);
  const bar = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), [opened]);
  const nothing = useFind((state) => state.matches.length === 0);
  // A button that has the focus and can do nothing more would take the keyboard with it.
  useLayoutEffect(() => {
    if (nothing && bar.current?.querySelector('button:focus:disabled')) field.current?.focus();
  }, [nothing]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    close();
  };
  return (
    <search ref={bar} className={classes.bar} aria-label={messages.find.findAndReplace} onKeyDown={onKeyDown}>
      <div className={classes.form}>
        <div className={classes.row}>
          <ReplaceToggle isShown={mode === 'replace'} />
          <FindField field={field} />
          <Steps />
          <ActionIcon variant="subtle" color="gray" aria-label={messages.find.close} onClick={close}>
            <IconX size={iconSize.normal} aria-hidden />
          </ActionIcon>
        </div>
        {mode === 'replace' && <ReplaceRow />}
        <Status />
      </div>
      <FindMatches />
    </search>
  );
}

function ReplaceToggle({ isShown }: { isShown: boolean }) {
  const keys = useKeys('script.replace');
  const label = isShown ? messages.find.hideReplace : messages.find.showReplace;
  const Icon = isShown ? IconChevronDown : IconChevronRight;
  return (
    <Tooltip label={withKeys(label, keys)}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} aria-expanded={isShown} onClick={() => showReplace(!isShown)}>
        <Icon size={iconSize.normal} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function FindField({ field }: { field: React.RefObject<HTMLInputElement | null> }) {
  const query = useFind((state) => state.query);
  const problem = useFind((state) => state.problem);
  return (
    <TextInput
      ref={field}
      className={classes.field}
      aria-label={messages.find.find}
      placeholder={messages.find.find}
      maxLength={maximumFindCharacters}
      autoComplete="off"
      spellCheck={false}
      value={query.text}
      error={problem}
      onChange={(event) => changeQuery({ text: event.currentTarget.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        stepFind(event.shiftKey ? -1 : 1);
      }}
      rightSectionWidth="5.5rem"
      rightSection={
        <span className={classes.toggles}>
          <Toggle name="matchCase" icon={IconLetterCase} query={query} />
          <Toggle name="wholeWords" icon={IconAbc} query={query} />
          <Toggle name="isExpression" icon={IconRegex} query={query} />
        </span>
      }
    />
  );
}

const toggleNames = {
  matchCase: messages.find.matchCase,
  wholeWords: messages.find.wholeWords,
  isExpression: messages.find.regularExpression,
} as const;

interface ToggleProps {
  name: keyof typeof toggleNames;
  icon: ComponentType<{ size?: number | string }>;
  query: FindQuery;
}

function Toggle({ name, icon: Icon, query }: ToggleProps) {
  const isOn = query[name];
  return (
    <Tooltip label={toggleNames[name]}>
      <ActionIcon
        size="sm"
        variant={isOn ? 'light' : 'subtle'}
        {...(!isOn && { color: 'gray' })}
        aria-label={toggleNames[name]}
        aria-pressed={isOn}
        onClick={() => changeQuery({ [name]: !isOn })}
      >
        <Icon size={iconSize.normal} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Steps() {
  const nothing = useFind((state) => state.matches.length === 0);
  const nextKeys = useKeys('script.find-next');
  const previousKeys = useKeys('script.find-previous');
  return (
    <>
      <Tooltip label={withKeys(messages.find.previous, previousKeys)}>
        <ActionIcon variant="subtle" color="gray" aria-label={messages.find.previous} disabled={nothing} onClick={() => stepFind(-1)}>
          <IconArrowUp size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={withKeys(messages.find.next, nextKeys)}>
        <ActionIcon variant="subtle" color="gray" aria-label={messages.find.next} disabled={nothing} onClick={() => stepFind(1)}>
          <IconArrowDown size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

function ReplaceRow() {
  const replacement = useFind((state) => state.replacement);
  const nothing = useFind((state) => state.matches.length === 0);
  const isCut = useFind((state) => state.isCut);
  return (
    <div className={classes.row} data-replace>
      <TextInput
        className={classes.field}
        aria-label={messages.find.replaceWith}
        placeholder={messages.find.replaceWith}
        maxLength={maximumFindCharacters}
        autoComplete="off"
        spellCheck={false}
        value={replacement}
        onChange={(event) => changeReplacement(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          void replaceOne();
        }}
      />
      <Button variant="default" disabled={nothing} onClick={() => void replaceOne()}>
        {messages.find.replace}
      </Button>
      <Button variant="default" disabled={nothing || isCut} onClick={() => void replaceAll()}>
        {messages.find.replaceAll}
      </Button>
    </div>
  );
}

function Status() {
  const found = useFind(({ query, problem, matches, current, isSearching, isCut }) => {
    if (query.text === '' || problem !== undefined) return '';
    if (isCut) return messages.find.moreThan(number(maximumMatches));
    if (matches.length === 0) return isSearching ? messages.find.searching : messages.find.noMatches;
    if (current < 0) return messages.find.match(matches.length);
    return messages.find.position(number(current + 1), number(matches.length));
  });
  const cost = useFind((state) => (state.mode === 'replace' ? state.cost : undefined));
  const isCut = useFind((state) => state.mode === 'replace' && state.isCut);
  return (
    <p className={classes.status} role="status">
      {found}
      {isCut && ` · ${messages.find.tooManyToReplace}`}
      {cost && ` · ${costInWords(cost)}`}
    </p>
  );
}

function costInWords({ stale, estimate }: ReplaceCost): string {
  if (stale === 0) return messages.find.nothingStale;
  const blocks = messages.find.block(stale);
  if (!estimate || estimate.credits === null) return messages.find.staleUnknownPrice(blocks);
  if (estimate.characters === 0) return messages.find.staleFree(blocks);
  return messages.find.staleWithPrice(blocks, messages.find.credit(Math.ceil(estimate.credits)));
}
