import { onMac } from '../../../core/commands/commands.ts';
import { messages } from '#shared/messages/index.ts';

/**
 * Moving blocks with the pointer, by the handle in their margin: press selects, a drag shows where they would go, release puts them there.
 * The handle is a stretch of the margin and no element: one beside the text would be a place for the caret, and what is typed there is lost.
 */

export interface BlockDragListeners {
  /** The handle of the block of this place was pressed, `up-to` with Shift; `toggle`: anything of it, with Ctrl, or Command on a Mac. */
  press(index: number, how: 'alone' | 'up-to' | 'toggle'): void;
  /** The handle of the block of this place was pressed alone, and let go where it was. */
  clicked(index: number): void;
  /** The selected blocks go before the block of this place, or after the last one. */
  dropped(target: number): void;
}

/** Width of the handle at the edge where a block's lines begin, in CSS pixels. */
const handleWidth = 16;
/** How far the pointer goes before a press is a drag, in CSS pixels. */
const dragFrom = 4;
/** How near an edge of the view a drag scrolls, and by how much a frame at most, in CSS pixels. */
const edge = 48;
const fastestScroll = 16;

interface Drag {
  pointer: number;
  y: number;
  startY: number;
  moving: boolean;
  /** Place of the block whose handle was pressed alone. */
  pressed: number | undefined;
  place: { block: HTMLElement; after: boolean } | undefined;
}

export class BlockDrag {
  readonly #script: HTMLElement;
  readonly #listeners: BlockDragListeners;
  readonly #controller = new AbortController();
  #drag: Drag | undefined;
  #frame = 0;

  constructor(script: HTMLElement, listeners: BlockDragListeners) {
    this.#script = script;
    this.#listeners = listeners;
    const { signal } = this.#controller;
    script.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    script.addEventListener('pointermove', (event) => this.#move(event), { signal });
    script.addEventListener('pointerup', (event) => this.#up(event), { signal });
    script.addEventListener('pointercancel', () => this.#end(), { signal });
    window.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    window.addEventListener('blur', () => this.#end(), { signal });
  }

  destroy(): void {
    this.#end();
    this.#controller.abort();
  }

  #down(event: PointerEvent): void {
    const toggles = onMac ? event.metaKey : event.ctrlKey;
    // With Shift the whole margin is meant: from there no text can be selected to.
    const block = toggles ? blockUnder(event) : event.shiftKey ? blockOfMargin(event) : blockOfHandle(event);
    if (!block || event.button !== 0) return;
    event.preventDefault();
    this.#script.focus();
    const index = this.#indexOf(block);
    this.#listeners.press(index, toggles ? 'toggle' : event.shiftKey ? 'up-to' : 'alone');
    if (toggles || blockOfHandle(event) === undefined) return;
    const pressed = event.shiftKey ? undefined : index;
    this.#drag = { pointer: event.pointerId, y: event.clientY, startY: event.clientY, moving: false, pressed, place: undefined };
    this.#script.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) {
      const isOnHandle = blockOfHandle(event) !== undefined;
      this.#script.toggleAttribute('data-on-handle', isOnHandle);
      this.#script.title = isOnHandle ? messages.narration.dragToMove : '';
    }
    if (drag?.pointer !== event.pointerId) return;
    drag.y = event.clientY;
    if (!drag.moving && Math.abs(drag.y - drag.startY) < dragFrom) return;
    if (!drag.moving) {
      drag.moving = true;
      this.#script.dataset['dragging'] = '';
      this.#frame = requestAnimationFrame(() => this.#scroll());
    }
    this.#show();
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    const { place, moving, pressed } = drag;
    this.#end();
    if (!moving && pressed !== undefined) this.#listeners.clicked(pressed);
    if (place) this.#listeners.dropped(this.#indexOf(place.block) + (place.after ? 1 : 0));
  }

  /** Escape lets go, and is nothing else then. */
  #key(event: KeyboardEvent): void {
    if (!this.#drag || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#end();
  }

  #end(): void {
    cancelAnimationFrame(this.#frame);
    this.#mark(undefined);
    this.#drag = undefined;
    delete this.#script.dataset['dragging'];
  }

  /** Marks the gap nearest to the pointer. */
  #show(): void {
    if (!this.#drag) return;
    const box = this.#script.getBoundingClientRect();
    const found = document.elementFromPoint(box.left + box.width / 2, this.#drag.y)?.closest<HTMLElement>('[data-block]');
    const block = found && this.#script.contains(found) ? found : this.#outermost(this.#drag.y);
    if (!block) return;
    const { top, height } = block.getBoundingClientRect();
    this.#mark({ block, after: this.#drag.y > top + height / 2 });
  }

  #outermost(y: number): HTMLElement | undefined {
    const first = this.#script.firstElementChild;
    const last = this.#script.lastElementChild;
    const isBelow = last instanceof HTMLElement && y > last.getBoundingClientRect().top;
    const block = isBelow ? last : first;
    const isBeside = first && y > first.getBoundingClientRect().top && !isBelow;
    return block instanceof HTMLElement && !isBeside ? block : undefined;
  }

  #mark(place: Drag['place']): void {
    const { block } = this.#drag?.place ?? {};
    if (block && block !== place?.block) delete block.dataset['drop'];
    if (place) place.block.dataset['drop'] = place.after ? 'after' : 'before';
    if (this.#drag) this.#drag.place = place;
  }

  #scroll(): void {
    const view = this.#script.parentElement?.parentElement;
    if (!this.#drag?.moving || !view) return;
    const { top, bottom } = view.getBoundingClientRect();
    const over = Math.min(0, this.#drag.y - top - edge) + Math.max(0, this.#drag.y - bottom + edge);
    if (over !== 0) {
      view.scrollTop += Math.sign(over) * Math.min(fastestScroll, Math.ceil(Math.abs(over) / 3));
      this.#show();
    }
    this.#frame = requestAnimationFrame(() => this.#scroll());
  }

  #indexOf(block: HTMLElement): number {
    return Array.prototype.indexOf.call(this.#script.children, block);
  }
}

function blockUnder({ target }: PointerEvent): HTMLElement | undefined {
  return (target instanceof HTMLElement && target.closest<HTMLElement>('[data-block]')) || undefined;
}

/** The block in whose margin the pointer is: beside its text, where the lines begin. */
function blockOfMargin(event: PointerEvent): HTMLElement | undefined {
  const block = blockUnder(event);
  if (!block) return undefined;
  const text = document.createRange();
  text.selectNodeContents(block.querySelector('p') ?? block);
  const { left, right } = text.getBoundingClientRect();
  return (getComputedStyle(block).direction === 'rtl' ? event.clientX > right : event.clientX < left) ? block : undefined;
}

/** The block whose handle is under the pointer. */
function blockOfHandle({ target, clientX }: PointerEvent): HTMLElement | undefined {
  if (!(target instanceof HTMLElement) || target.dataset['block'] === undefined) return undefined;
  const { left, right } = target.getBoundingClientRect();
  const fromEdge = getComputedStyle(target).direction === 'rtl' ? right - clientX : clientX - left;
  return fromEdge <= handleWidth ? target : undefined;
}
