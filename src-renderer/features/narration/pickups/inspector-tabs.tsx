import { SegmentedControl } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { messages } from '#shared/messages/index.ts';
import { number } from '../../../lib/format.ts';
import { openSelect } from '../../../ui/search-select.tsx';
import { blockVoiceField, castSection } from '../inspector/inspector-places.ts';
import { pickupsFocused, showPickups, usePickups } from '../stores.ts';
import { Pickups } from './pickups-panel.tsx';
import classes from './pickups.module.css';

/** The two views of the inspector. Details stay there while the pickups are shown: the keys of takes go on working. */
export function InspectorTabs({ details }: { details: ReactNode }) {
  const isShown = usePickups((state) => state.isShown);
  const open = usePickups((state) => state.placed.filter(({ pickup }) => pickup.state === 'open').length);
  const label = open === 0 ? messages.pickups.pickups : messages.pickups.tabWithCount(number(open));
  const wantsFocus = usePickups((state) => state.wantsFocus);
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wantsFocus === undefined || wantsFocus === 'pickups') return;
    pickupsFocused();
    if (wantsFocus === 'details') tabs.current?.querySelector<HTMLElement>('input:checked')?.focus();
    else if (wantsFocus === 'cast') focusFirst(document.getElementById(castSection));
    else openSelect(document.getElementById(blockVoiceField));
  }, [wantsFocus]);
  return (
    <div ref={tabs} className={classes.tabs}>
      <div className={classes.bar}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={messages.pickups.tabs}
          data={[
            { value: 'details', label: messages.pickups.details },
            { value: 'pickups', label },
          ]}
          value={isShown ? 'pickups' : 'details'}
          onChange={(value) => showPickups(value === 'pickups')}
        />
      </div>
      <div hidden={isShown}>{details}</div>
      {isShown && <Pickups />}
    </div>
  );
}

function focusFirst(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true });
}
