import type { Node } from '@tiptap/pm/model';
import type { NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { attributesOf, sharedEnds } from '#shared/narration/document.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { BlockProblem, BlockView, ChapterView } from '../../../core/chapter/chapter-view.ts';
import { speakerColour } from '../../../core/voices/speaker-colour.ts';
import { clock, pause } from '../../../lib/format.ts';
import classes from './script.module.css';
import { messages } from '#shared/messages/index.ts';

/**
 * The blocks' margins: voice, state, length and pause. Everything is written into data attributes that the style sheet
 * shows: the script's own text stays free of it, no transaction and no React render is spent on it.
 */
export class BlockChrome {
  readonly #views = new Map<string, ScriptBlock>();
  #shown: ChapterView | undefined;
  #voiceNames: ReadonlyMap<string, string> = new Map();
  /** Open pickups by block. */
  #pickups: ReadonlyMap<string, number> = new Map();
  #selected = new Set<string>();
  #selectedAs = '';
  #cursor: string | undefined;
  #blocksChanged = false;

  readonly nodeView = (node: Node): NodeView => new ScriptBlock(node, this);

  /** Runs `act` if blocks have come or gone since it was asked last. */
  whenBlocksChanged(act: () => void): void {
    if (!this.#blocksChanged) return;
    this.#blocksChanged = false;
    act();
    if (this.#shown) this.#markRepeats(0, this.#shown.blocks.length);
  }

  add(id: string, view: ScriptBlock): void {
    this.#views.set(id, view);
    this.#blocksChanged = true;
    this.#dress(id, view);
  }
  remove(id: string, view: ScriptBlock): void {
    this.#blocksChanged = true;
    if (this.#views.get(id) === view) this.#views.delete(id);
  }

  /** Shows the chapter as it is now; touches only blocks of which something changed. */
  show(chapter: ChapterView, voiceNames: ReadonlyMap<string, string>): void {
    const before = this.#shown;
    const isRenamed = voiceNames !== this.#voiceNames;
    this.#shown = chapter;
    this.#voiceNames = voiceNames;
    const { blocks } = chapter;
    const { start, end } = before && !isRenamed ? sharedEnds(before.blocks, blocks) : { start: 0, end: 0 };
    for (const block of blocks.slice(start, blocks.length - end)) {
      const view = this.#views.get(block.id);
      if (view && (isRenamed || before?.block(block.id) !== block)) this.#dress(block.id, view);
    }
    this.#markRepeats(start, blocks.length - end + 1);
  }

  /** Shows how many pickups each block has open; touches only blocks whose number changed. */
  showPickups(open: ReadonlyMap<string, number>): void {
    const before = this.#pickups;
    this.#pickups = open;
    for (const id of new Set([...before.keys(), ...open.keys()])) {
      const view = before.get(id) === open.get(id) ? undefined : this.#views.get(id);
      if (view) this.#dress(id, view);
    }
  }

  /** A block that the same speaker says as the one before it does not name them again. */
  #markRepeats(from: number, to: number): void {
    const blocks = this.#shown?.blocks ?? [];
    for (let index = from; index < Math.min(to, blocks.length); index += 1) {
      const [before, block] = [blocks[index - 1], blocks[index]];
      if (block) this.#views.get(block.id)?.set('repeats', before && speakerOf(before) === speakerOf(block) ? '' : undefined);
    }
  }

  /** `asBlocks`: the blocks themselves are selected, not only words in them. `cursor`: the one that the keys are at, selected or not. */
  select(ids: readonly string[], asBlocks: boolean, cursor: string | undefined): void {
    if (this.#cursor !== undefined && this.#cursor !== cursor) this.#views.get(this.#cursor)?.set('cursor', undefined);
    if (cursor !== undefined) this.#views.get(cursor)?.set('cursor', '');
    this.#cursor = cursor;
    const next = new Set(ids);
    const value = asBlocks ? 'blocks' : '';
    for (const id of this.#selected) if (!next.has(id)) this.#views.get(id)?.set('selected', undefined);
    for (const id of next) this.#views.get(id)?.set('selected', value);
    this.#selected = next;
    this.#selectedAs = value;
  }

  /** The block's element that holds its text, or undefined while it is not there. */
  textElement(id: string): HTMLElement | undefined {
    return this.#views.get(id)?.contentDOM;
  }

  #dress(id: string, view: ScriptBlock): void {
    const block = this.#shown?.block(id);
    view.set('selected', this.#selected.has(id) ? this.#selectedAs : undefined);
    view.set('cursor', this.#cursor === id ? '' : undefined);
    if (!block) return;
    const voice = block.voiceId === null ? messages.narration.noVoice : (this.#voiceNames.get(block.voiceId) ?? block.voiceId);
    // A recording is nobody's voice of the project.
    const isRecording = block.take?.source === 'recording';
    const length = block.take ? ` · ${clock(block.take.samples / sampleRate)}` : '';
    view.set('state', block.state);
    const label = block.problem === undefined ? `${block.label}${length}` : problems[block.problem];
    // What is as it should be is silent: its length says that it is there.
    const isQuiet = block.problem === undefined && block.state === 'done';
    // The word fills the margin: how long what there is lasts is read out, and stands with the take.
    const isCut = block.problem === undefined && (block.state === 'incomplete' || block.state === 'failed');
    const state = isQuiet && block.take ? clock(block.take.samples / sampleRate) : isCut ? block.label : label;
    // A block with a voice of its own is read by that, and not by its character's. Where the margin is too narrow for both, the state stays.
    const reader = block.character && block.attributes.voiceId !== null && !isRecording ? ` · ${voice}` : '';
    const open = this.#pickups.get(id) ?? 0;
    // What there is to listen to stands in place of the length.
    const pickups = isQuiet && open > 0 ? messages.start.openPickups(open) : undefined;
    view.set('pickups', pickups && '');
    view.set('label', `${pickups ?? state}${reader}`);
    view.set('spoken', `${[label, pickups].filter((words) => words !== undefined).join(' · ')}${reader}`);
    view.set('problem', block.problem);
    view.set('voice', isRecording ? messages.recordedTakes.recording : (block.character?.name ?? voice));
    view.set('speaker', isRecording && !block.character ? undefined : speakerColour(block));
    view.set('ownVoice', block.attributes.voiceId === null && !isRecording ? undefined : '');
    view.set('pause', pause(block.pauseMs));
    view.set('continues', block.continues ? '' : undefined);
    view.set('ownPause', block.attributes.pauseMs === null ? undefined : '');
    view.setNote(block.attributes.note);
  }
}

const speakerOf = ({ voiceId, character, take }: BlockView): string =>
  [character?.name ?? '', voiceId ?? '', take?.source === 'recording' ? 'recording' : ''].join('\n');

/** In the margin, where its state would stand. */
const problems: Record<BlockProblem, string> = {
  'no-voice': messages.narration.noVoice,
  'voice-gone': messages.narration.voiceNotListed,
  'voice-elsewhere': messages.narration.otherService,
  'too-long': messages.narration.tooLong,
};

class ScriptBlock implements NodeView {
  readonly dom = document.createElement('div');
  readonly contentDOM = document.createElement('p');
  readonly #chrome: BlockChrome;
  readonly #values = new Map<string, string | undefined>();
  #note: HTMLElement | undefined;
  #id: string;

  constructor(node: Node, chrome: BlockChrome) {
    this.#chrome = chrome;
    this.#id = attributesOf(node).id;
    this.dom.className = classes['block'] ?? '';
    this.dom.dataset['block'] = this.#id;
    this.contentDOM.className = classes['text'] ?? '';
    this.dom.append(this.contentDOM);
    chrome.add(this.#id, this);
  }

  set(name: string, value: string | undefined): void {
    // The label, and how it is read out, sit on the element whose pseudo-element shows it.
    const element = name === 'label' || name === 'spoken' ? this.contentDOM : this.dom;
    // What stands there is remembered: asking the page for it costs more than all the rest of a keystroke.
    if (this.#values.get(name) === value) return;
    this.#values.set(name, value);
    if (value === undefined) Reflect.deleteProperty(element.dataset, name);
    else element.dataset[name] = value;
  }

  /** A sign in the margin, named by the note; `null` for none. */
  setNote(note: string | null): void {
    if (note === (this.#note?.title ?? null)) return;
    this.set('noted', note === null ? undefined : '');
    if (note === null) {
      this.#note?.remove();
      this.#note = undefined;
      return;
    }
    this.#note ??= noteSign();
    this.#note.title = note;
    this.#note.ariaLabel = note;
    this.dom.append(this.#note);
  }

  update(node: Node): boolean {
    const { id } = attributesOf(node);
    if (node.type.name !== 'block') return false;
    if (id !== this.#id) {
      this.#chrome.remove(this.#id, this);
      this.#id = id;
      this.dom.dataset['block'] = id;
      this.#chrome.add(id, this);
    }
    return true;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type === 'attributes' || (mutation.type === 'childList' && mutation.target === this.dom);
  }

  destroy(): void {
    this.#chrome.remove(this.#id, this);
  }
}

function noteSign(): HTMLElement {
  const sign = document.createElement('span');
  sign.className = classes.note ?? '';
  sign.role = 'img';
  sign.contentEditable = 'false';
  return sign;
}
