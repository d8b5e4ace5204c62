/**
 * A long script in groups of blocks, so that the browser looks after a group where it would look after each of its blocks: far ones
 * cost one box each that is neither laid out nor painted. The document and its elements stay flat. The groups stand in a shadow
 * tree around them, in which each holds its blocks by a slot; what reads or searches the page goes through them as if they were not there.
 */
export class BlockGroups {
  readonly #root: ShadowRoot;
  readonly #script: HTMLElement;
  #groups: readonly (readonly Element[])[] = [];

  constructor(script: HTMLElement) {
    this.#script = script;
    this.#root = script.attachShadow({ mode: 'open', slotAssignment: 'manual' });
  }

  /** To be called after blocks came or went, before anything measures where they stand. */
  arrange(): void {
    const { at, remove, insert } = regroup(this.#groups, [...this.#script.children], groupSize);
    this.#groups = this.#groups.toSpliced(at, remove, ...insert);
    const boxes = [...this.#root.children].slice(at, at + remove);
    const after = this.#root.children[at + remove] ?? null;
    // A box that stays keeps what the browser knows of its height.
    for (const box of boxes.slice(insert.length)) box.remove();
    insert.forEach((blocks, index) => {
      const box = boxes[index] ?? this.#root.insertBefore(newBox(), after);
      if (box instanceof HTMLElement) box.style.setProperty('--blocks', String(blocks.length));
      const slot = box.firstElementChild;
      if (slot instanceof HTMLSlotElement) slot.assign(...blocks);
    });
  }
}

/** The window shows some ten blocks, and the browser keeps as many again laid out on both sides of it. */
const groupSize = 16;

function newBox(): HTMLElement {
  const box = document.createElement('div');
  box.part.add('group');
  box.append(document.createElement('slot'));
  return box;
}

/** `remove` groups from the place `at` on give way to `insert`. */
export interface Regrouping<T> {
  at: number;
  remove: number;
  insert: T[][];
}

/**
 * What makes `groups` hold exactly `items`, in their order. Groups that an edit did not reach stay as they are; none is empty, and none
 * holds more than twice `size`.
 */
export function regroup<T>(groups: readonly (readonly T[])[], items: readonly T[], size: number): Regrouping<T> {
  let at = 0;
  let start = 0;
  for (let group = groups[at]; group && same(group, items, start); group = groups[at]) {
    start += group.length;
    at += 1;
  }
  let last = groups.length;
  let end = items.length;
  for (let group = groups[last - 1]; last > at && group && end - group.length >= start; group = groups[last - 1]) {
    if (!same(group, items, end - group.length)) break;
    end -= group.length;
    last -= 1;
  }
  const before = groups[at - 1];
  if (before && end > start && end - start < size) {
    // A few join those before them: else each block that is written at the end would be a group.
    start -= before.length;
    at -= 1;
  }
  const count = end - start;
  const parts = count <= 2 * size ? Math.min(1, count) : Math.ceil(count / size);
  const insert = Array.from({ length: parts }, (_, part) =>
    items.slice(start + Math.floor((part * count) / parts), start + Math.floor(((part + 1) * count) / parts)),
  );
  return { at, remove: last - at, insert };
}

function same<T>(group: readonly T[], items: readonly T[], from: number): boolean {
  return from + group.length <= items.length && group.every((item, index) => item === items[from + index]);
}
