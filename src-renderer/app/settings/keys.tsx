import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Fragment, useState, type KeyboardEvent } from 'react';
import { plainText } from '#shared/plain-text.ts';
import { keysOfPress, shownKeys, useCommands, withNewKey, type KnownCommand } from '../../core/commands/commands.ts';
import { keysOf, ownersOf, whyNotKeys } from '../../core/commands/key-rules.ts';
import { bindKeys, resetKeys } from '../../core/commands/chosen-keys.ts';
import { formatList } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './keys.module.css';
import page from '../../features/account/panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** Every command of every panel with its keys, from the one list that palette and window go by. */
export function KeysSection() {
  const known = useCommands((state) => state.known);
  const chosen = useCommands((state) => state.chosen);
  const [query, setQuery] = useState('');
  const all = [...known.values()];
  const found = all.filter((command) =>
    plainText(
      `${command.group} ${command.title} ${keysOf(command, chosen)
        .map((one) => shownKeys(one))
        .join(' ')}`,
    ).includes(plainText(query)),
  );
  const groups = [...Map.groupBy(found, ({ group }) => group)];
  const [lastId, setLastId] = useState<string>();
  const tabId = found.some(({ id }) => id === lastId) ? lastId : groups[0]?.[1][0]?.id;
  return (
    <Section
      title={messages.account.keys}
      actions={
        <Button
          variant="default"
          disabled={Object.keys(chosen).length === 0}
          onClick={() => void resetKeys().then(() => announce(messages.account.allKeysReset))}
        >
          {messages.account.resetAll}
        </Button>
      }
    >
      <TextInput
        className={classes.search ?? ''}
        type="search"
        aria-label={messages.account.searchKeys}
        placeholder={messages.account.searchKeys}
        leftSection={<IconSearch size={iconSize.normal} aria-hidden />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <div className={classes.list} role="group" aria-label={messages.account.keyList} onKeyDown={goByArrows}>
        {groups.map(([group, commands]) => (
          <div key={group}>
            <h3 className={classes.group}>{group}</h3>
            {commands.map((command) => (
              <KeyRow key={command.id} command={command} isTabStop={command.id === tabId} onFocus={() => setLastId(command.id)} />
            ))}
          </div>
        ))}
        {found.length === 0 && <p className={page.note}>{messages.account.noMatchingCommands}</p>}
      </div>
    </Section>
  );
}

/** The rows are one stop of Tab: arrows, Home and End go through them. */
function goByArrows(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
  const rows = [...event.currentTarget.querySelectorAll('[data-command]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  rows[Math.min(Math.max(to, 0), rows.length - 1)]?.querySelector<HTMLElement>('button')?.focus();
}

type Asking =
  { state: 'listening' } | { state: 'refused'; why: string } | { state: 'taken'; keys: string; owners: readonly KnownCommand[] };

function KeyRow({ command, isTabStop, onFocus }: { command: KnownCommand; isTabStop: boolean; onFocus: () => void }) {
  const tabIndex = isTabStop ? 0 : -1;
  const known = useCommands((state) => state.known);
  const chosen = useCommands((state) => state.chosen);
  const [asking, setAsking] = useState<Asking>();
  const keys = keysOf(command, chosen);
  const shown = keys.map((one) => shownKeys(one));
  const changed = chosen[command.id] !== undefined;
  const { id, title } = command;

  const bind = async (wanted: readonly string[]): Promise<void> => {
    setAsking(undefined);
    await bindKeys(id, wanted);
    announce(
      wanted.length === 0
        ? messages.account.keysRemoved(title)
        : messages.account.keysAssigned(title, formatList(wanted.map((one) => shownKeys(one)))),
    );
  };
  const press = (pressed: string): void => {
    const why = whyNotKeys(pressed);
    const owners = ownersOf(pressed, id, known.values(), chosen);
    if (why !== undefined) {
      setAsking({ state: 'refused', why: `${shownKeys(pressed)}: ${why}` });
      announce(why);
    } else if (owners.length > 0) {
      setAsking({ state: 'taken', keys: pressed, owners });
      announce(messages.account.keyTaken(shownKeys(pressed), formatList(owners.map((owner) => owner.title))));
    } else void bind(withNewKey(keys, pressed));
  };
  return (
    <div
      className={classes.row}
      role="group"
      aria-label={title}
      data-command={id}
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || asking?.state !== 'taken') return;
        event.stopPropagation();
        setAsking(undefined);
      }}
    >
      <span className={classes.title}>{title}</span>
      <KeptFocus state={asking?.state}>
        {asking === undefined && (
          <>
            <button
              type="button"
              className={classes.keys}
              tabIndex={tabIndex}
              data-change={messages.account.change}
              aria-label={`${messages.account.changeKeys(title)}: ${shown.join(' ') || messages.account.noneLowercase}`}
              onClick={() => setAsking({ state: 'listening' })}
            >
              {shown.length === 0 && <span className={page.quiet}>{messages.account.noneLowercase}</span>}
              {shown.map((one, index) => (
                <Fragment key={one}>
                  {index > 0 && ' '}
                  <kbd>{one}</kbd>
                </Fragment>
              ))}
            </button>
            {changed && (
              <Button
                size="compact-xs"
                variant="default"
                tabIndex={tabIndex}
                aria-label={messages.account.resetKeys(title)}
                onClick={() => void resetKeys(id).then(() => announce(messages.account.keysReset(title)))}
              >
                {messages.account.reset}
              </Button>
            )}
          </>
        )}
        {(asking?.state === 'listening' || asking?.state === 'refused') && (
          <>
            <button
              type="button"
              autoFocus
              className={classes.listen}
              aria-label={messages.account.pressKeysFor(title)}
              onBlur={(event) => {
                if (!event.currentTarget.parentElement?.contains(event.relatedTarget)) setAsking(undefined);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Tab') return;
                event.preventDefault();
                event.stopPropagation();
                if (event.key === 'Escape') setAsking(undefined);
                else if (!event.repeat) {
                  const pressed = keysOfPress(event.nativeEvent);
                  if (pressed !== undefined) press(pressed);
                }
              }}
            >
              {messages.account.pressKeys}
            </button>
            {keys.length > 0 && (
              <Button size="compact-xs" variant="default" onClick={() => void bind([])}>
                {messages.account.noKeys}
              </Button>
            )}
          </>
        )}
        {asking?.state === 'taken' && (
          <>
            <Button size="compact-xs" autoFocus onClick={() => void bind(withNewKey(keys, asking.keys))}>
              {messages.account.takeKey}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => setAsking(undefined)}>
              {messages.account.cancel}
            </Button>
          </>
        )}
      </KeptFocus>
      {asking?.state === 'refused' && <p className={classes.why}>{asking.why}</p>}
      {asking?.state === 'taken' && (
        <p className={classes.why}>
          {messages.account.keyUsedBy(
            shownKeys(asking.keys),
            asking.owners.map(({ title }) => messages.shapes.quoted(title)).join(messages.account.ownersJoin),
          )}
        </p>
      )}
    </div>
  );
}
