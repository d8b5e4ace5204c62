import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconChecklist, IconDots } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { pickupOrders } from '#shared/narration/pickups.ts';
import { messages } from '#shared/messages/index.ts';
import { useKeys, useKeysInText, withKeys } from '../../../core/commands/commands.ts';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { number } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CsvInput } from '../csv-input.tsx';
import {
  exportPickups,
  importPickups,
  pickupsFocused,
  setPickupOrder,
  setShowAccepted,
  showPickupFailure,
  stepPickup,
  usePickups,
} from '../stores.ts';
import { ChecksRow } from './checks-row.tsx';
import { PickupDetails } from './pickup-details.tsx';
import { PickupList } from './pickup-list.tsx';
import classes from './pickups.module.css';

/** What is wrong in the takes that sound, the worst first unless another order is chosen, and what a person marked: go through it, listen, generate again, accept. */
export function Pickups() {
  const failure = usePickups((state) => state.failure);
  const current = usePickups(({ listed, currentKey }) => listed.find(({ key }) => key === currentKey));
  const isEmpty = usePickups(({ listed }) => listed.length === 0);
  const wantsFocus = usePickups((state) => state.wantsFocus === 'pickups');
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!wantsFocus) return;
    pickupsFocused();
    // The rows are there a frame later.
    requestAnimationFrame(() =>
      region.current?.querySelector<HTMLElement>(isEmpty ? 'button:enabled' : '[role="list"] [tabindex="0"]')?.focus(),
    );
  }, [wantsFocus, isEmpty]);
  return (
    <section ref={region} className={classes.region} aria-label={messages.pickups.pickups}>
      <Bar />
      <ChecksRow />
      {failure && <FailureCard failure={failure} paid={false} onDismiss={() => showPickupFailure(undefined)} />}
      {isEmpty ? <Empty /> : <PickupList />}
      {current && <PickupDetails key={current.key} placed={current} />}
    </section>
  );
}

function Bar() {
  const count = usePickups(({ listed }) => listed.length);
  const at = usePickups(({ listed, currentKey }) => listed.findIndex(({ key }) => key === currentKey));
  const previousKeys = useKeys('pickups.previous');
  const nextKeys = useKeys('pickups.next');
  return (
    <div className={classes.head}>
      <Tooltip label={withKeys(messages.pickups.previous, previousKeys)}>
        <ActionIcon variant="default" aria-label={messages.pickups.previous} disabled={count === 0} onClick={() => stepPickup(-1)}>
          <IconArrowUp size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={withKeys(messages.pickups.next, nextKeys)}>
        <ActionIcon variant="default" aria-label={messages.pickups.next} disabled={count === 0} onClick={() => stepPickup(1)}>
          <IconArrowDown size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <span className={classes.count}>
        {at >= 0 ? messages.pickups.position(number(at + 1), number(count)) : count > 0 && messages.pickups.listedCount(number(count))}
      </span>
      <Order />
      <More />
    </div>
  );
}

/** By what the list, and so Next and Previous, goes. */
function Order() {
  const order = usePickups((state) => state.order);
  const isEmpty = usePickups(({ listed }) => listed.length === 0);
  const name = messages.pickups.orderedBy(messages.pickups.orders[order]);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={name}>
          <ActionIcon variant="subtle" color="gray" aria-label={name} disabled={isEmpty}>
            <IconArrowsSort size={iconSize.normal} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={order} onChange={(chosen) => setPickupOrder(pickupOrders.find((one) => one === chosen) ?? order)}>
          {pickupOrders.map((one) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {messages.pickups.orders[one]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What is done now and then: accepted pickups, and files. */
function More() {
  const input = useRef<HTMLInputElement>(null);
  const showAccepted = usePickups((state) => state.showAccepted);
  const hasAny = usePickups(({ placed }) => placed.length > 0);
  return (
    <>
      <CsvInput ref={input} onText={importPickups} onFailure={showPickupFailure} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Tooltip label={messages.pickups.more}>
            <ActionIcon variant="subtle" color="gray" aria-label={messages.pickups.more}>
              <IconDots size={iconSize.normal} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setShowAccepted(!showAccepted)}>
            {showAccepted ? messages.pickups.hideAccepted : messages.pickups.showAccepted}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => input.current?.click()}>{messages.pickups.importCsv}</Menu.Item>
          <Menu.Item disabled={!hasAny} onClick={() => void exportPickups()}>
            {messages.pickups.exportCsv}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function Empty() {
  const hasAccepted = usePickups(({ placed }) => placed.length > 0);
  const isChecked = usePickups(({ checked }) => checked.size > 0);
  // Before a first check, the words for that stay.
  const awaited = usePickups(({ awaited, checked }) => (checked.size > 0 ? awaited.size : 0));
  const keys = useKeysInText('pickups.mark');
  const [title, note] =
    awaited > 0
      ? [messages.pickups.checkingNew(awaited), messages.pickups.nothingCheckedNote]
      : hasAccepted
        ? [messages.pickups.nothingOpen, messages.pickups.nothingOpenNote]
        : isChecked
          ? [messages.pickups.nothingFound, messages.pickups.nothingFoundNote]
          : [messages.pickups.nothingChecked, messages.pickups.nothingCheckedNote];
  return (
    <EmptyState
      icon={<IconChecklist size={iconSize.huge} stroke={1.4} aria-hidden />}
      title={title}
      action={
        hasAccepted && (
          <Button variant="default" size="xs" onClick={() => setShowAccepted(true)}>
            {messages.pickups.showAccepted}
          </Button>
        )
      }
    >
      {note} {keys !== '' && !hasAccepted && messages.pickups.howToMark(keys)}
    </EmptyState>
  );
}
