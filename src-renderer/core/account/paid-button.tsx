import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { lowBalance } from './account.ts';
import { useAriaKeys } from '../commands/commands.ts';
import { findFreePlace } from '../../lib/free-place.ts';
import { hasCome, isNear, type Point } from '../../lib/pointer.ts';
import { useStudio } from '../studio/studio.ts';
import classes from './paid-button.module.css';

interface PaidButtonProps extends ButtonProps {
  /** The button's name. */
  name: string;
  /** Behind the name, for the eye: what it is for. */
  scope?: string | undefined;
  /** What pressing it would send, cost and leave, in words. */
  estimate: ReactNode;
  /** What becomes of it if its answer is lost, below the estimate. */
  recovery?: ReactNode;
  /** The command that does the same. */
  command?: string | undefined;
  /** For `aria-keyshortcuts`, where no command has the key. */
  shortcut?: string | undefined;
  /** Why it cannot be pressed now, in words; pressing is then refused. */
  unavailable: string | undefined;
  /** Called instead where it is pressed all the same: names at its field what lacks. Buys nothing. */
  onRefused?: (() => void) | undefined;
  onPress: () => void;
}

/** Calls `act` at the next key that is more than Shift and its like, and where the window loses the focus. Answers with what ends it. */
function onNextKey(act: () => void): () => void {
  const onKey = ({ key }: KeyboardEvent): void => {
    if (!['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(key)) act();
  };
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('blur', act);
  return () => {
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('blur', act);
  };
}

/** A button that may spend credits: says before what it would cost. */
export function PaidButton({
  name,
  scope,
  estimate,
  recovery,
  command,
  shortcut,
  unavailable,
  onRefused,
  onPress,
  ...rest
}: PaidButtonProps) {
  const low = useStudio(lowBalance);
  const commandKeys = useAriaKeys(command);
  // Who has pressed has read it, and so has who goes on by keys or in another window: it gives way to what comes.
  const [read, setRead] = useState(false);
  const [hovered, setHovered] = useState(false);
  useEffect(() => (hovered && !read ? onNextKey(() => setRead(true)) : undefined), [hovered, read]);
  const button = useRef<HTMLButtonElement>(null);
  const [resting, setResting] = useState(false);
  useEffect(() => onPointer(button.current, { setHovered, setRead, setResting }), []);
  const [offset, setOffset] = useState<Offset>();
  return (
    <Tooltip
      label={
        <ClearOfFields button={button} onPlaced={setOffset}>
          {unavailable ?? (
            <>
              {estimate}
              {low !== undefined && <div className={classes.recovery}>{low}</div>}
              {recovery !== undefined && <div className={classes.recovery}>{recovery}</div>}
            </>
          )}
        </ClearOfFields>
      }
      multiline
      maw="30rem"
      position="bottom"
      {...(offset && { offset, middlewares: { flip: false, shift: false } })}
      disabled={read || resting}
      events={{ hover: true, focus: false, touch: true }}
    >
      <Button
        {...rest}
        ref={button}
        data-command={command}
        aria-keyshortcuts={shortcut ?? commandKeys}
        aria-description={unavailable ?? ([scope, low].filter(Boolean).join('. ') || undefined)}
        {...(unavailable === undefined ? {} : { 'data-disabled': true })}
        aria-disabled={unavailable !== undefined}
        onClick={() => {
          if (unavailable !== undefined) {
            onRefused?.();
            return;
          }
          setRead(true);
          onPress();
        }}
      >
        {name}
        {scope !== undefined && (
          <span className={classes.scope} aria-hidden>
            {`· ${scope}`}
          </span>
        )}
      </Button>
    </Tooltip>
  );
}

/**
 * Who is on the button, and whether the pointer only rests where the button has come to be: what was pressed is replaced while its work is done, and what
 * comes back under the pointer does not cover with its price what came of the press. By the element's own events, as React's leave out an
 * element that takes the place of another. Answers with what ends it.
 */
function onPointer(
  button: HTMLButtonElement | null,
  { setHovered, setRead, setResting }: Record<'setHovered' | 'setRead' | 'setResting', (is: boolean) => void>,
): () => void {
  let restedAt: Point | undefined;
  const onEnter = (event: MouseEvent): void => {
    restedAt = hasCome(event) ? undefined : event;
    setHovered(true);
    setResting(restedAt !== undefined);
  };
  const onMove = (event: MouseEvent): void => {
    if (restedAt === undefined || isNear(restedAt, event)) return;
    restedAt = undefined;
    setResting(false);
  };
  const onLeave = (): void => {
    restedAt = undefined;
    setHovered(false);
    setRead(false);
    setResting(false);
  };
  button?.addEventListener('mouseenter', onEnter);
  button?.addEventListener('mousemove', onMove);
  button?.addEventListener('mouseleave', onLeave);
  return () => {
    button?.removeEventListener('mouseenter', onEnter);
    button?.removeEventListener('mousemove', onMove);
    button?.removeEventListener('mouseleave', onLeave);
  };
}

/** From below the middle of the button, in pixels. */
interface Offset {
  mainAxis: number;
  crossAxis: number;
}

const fields = 'input, textarea, select, button, a[href]';
/** What a price does not cover, as far as there is room: first labels and the script too, then the script, then fields and buttons alone. */
const kept = [`${fields}, label, [contenteditable="true"]`, `${fields}, [contenteditable="true"]`, fields];

/** What the tooltip of a button says, at the place nearest to its end that covers no field and no other button. */
function ClearOfFields({
  button,
  onPlaced,
  children,
}: {
  button: RefObject<HTMLButtonElement | null>;
  onPlaced: (offset: Offset) => void;
  children: ReactNode;
}) {
  const words = useRef<HTMLDivElement>(null);
  const placed = useRef<Offset>(undefined);
  useLayoutEffect(() => {
    const box = words.current?.parentElement;
    if (!box || !button.current) return;
    const offset = clearOffset(button.current, box);
    if (placed.current?.mainAxis === offset.mainAxis && placed.current.crossAxis === offset.crossAxis) return;
    placed.current = offset;
    onPlaced(offset);
  });
  return (
    <div ref={words} className={classes.words}>
      {children}
    </div>
  );
}

function clearOffset(button: HTMLElement, box: HTMLElement): Offset {
  const at = button.getBoundingClientRect();
  const size = { width: box.offsetWidth, height: box.offsetHeight };
  const isRightToLeft = getComputedStyle(button).direction === 'rtl';
  const usual = { left: isRightToLeft ? at.left : at.right - size.width, top: at.bottom + distance };
  const inside = { width: window.innerWidth, height: window.innerHeight };
  const areas = (selector: string): DOMRect[] =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(isInSight).map((element) => element.getBoundingClientRect());
  let place: typeof usual | undefined;
  for (const selector of kept) place ??= findFreePlace(usual, size, areas(selector), inside);
  const { left, top } = place ?? usual;
  const across = left + size.width / 2 - (at.left + at.width / 2);
  return { mainAxis: top - at.bottom, crossAxis: isRightToLeft ? -across : across };
}

/** Of the tooltip from its button, in pixels. */
const distance = 5;

/** Not what is hidden, or has scrolled out of sight. */
function isInSight(element: HTMLElement): boolean {
  const { left, right, top, bottom, width } = element.getBoundingClientRect();
  if (width === 0 || !element.checkVisibility()) return false;
  const seen = document.elementFromPoint(
    (Math.max(left, 0) + Math.min(right, window.innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(bottom, window.innerHeight)) / 2,
  );
  return seen !== null && (element.contains(seen) || seen.contains(element));
}
