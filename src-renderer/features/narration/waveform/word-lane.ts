import { wordsOf } from '#shared/narration/document.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { Timeline, TimelineBlock } from '#shared/narration/chapter-timeline.ts';
import type { Moment } from '../../../audio/player.ts';
import type { BlockView } from '../../../core/chapter/chapter-view.ts';
import { speakerColour, speakerColours, speakerToken, type SpeakerColour } from '../../../core/voices/speaker-colour.ts';
import { messages } from '#shared/messages/index.ts';

interface LaneSources {
  /** What stretch of the sound is seen: pixels scrolled, and how many a second takes. */
  view(): { scroll: number; pixelsPerSecond: number };
  timeline(): Timeline | undefined;
  block(blockId: string): BlockView | undefined;
  onSeek(seconds: number): void;
  /** It would look otherwise than it was painted. */
  onChanged(): void;
}

interface Colours {
  /** Of characters and voices. */
  speakers: ReadonlyMap<SpeakerColour, string>;
  word: string;
  text: string;
  lit: string;
  litText: string;
  playhead: string;
  border: string;
  estimated: string;
  font: string;
}

interface Place {
  xOf: (sample: number) => number;
  /** The stretch that is seen, in samples. */
  from: number;
  to: number;
  height: number;
}

/** Of a word that has no room for its text, in pixels: a dot, so that no box looks empty, and how wide a box must be for it. */
const dot = 2;
const dotted = 8;
/** Before and after a text in its box, at most and at least, in pixels. */
const padding = { most: 3, least: 1 };

/** Of the line in the colour of who speaks, in pixels. */
const speakerEdge = 3;

const more = '…';
/** Of the line around a word with an estimated time, in pixels. */
const dashes = [3, 3];

/** Widths of words that are remembered. */
const maximumWidths = 4000;

/** The words below the waveform, on one canvas: only those in sight are looked up and drawn. */
export class WordLane {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #sources: LaneSources;
  #colours: Colours;
  #moment: Moment | undefined;
  /** Of words that were drawn, in pixels. */
  readonly #widths = new Map<string, number>();
  /** The blocks that were painted last, as they were then. */
  readonly #painted = new Map<string, BlockView | undefined>();

  constructor(canvas: HTMLCanvasElement, sources: LaneSources) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    this.#sources = sources;
    this.#colours = colours();
    canvas.addEventListener('click', this.#onClick);
    // The words stand in the script above; the lane is a second way to point at them.
    canvas.setAttribute('aria-hidden', 'true');
    canvas.title = messages.narration.dashedWords;
    this.resize();
    document.fonts.ready.then(() => this.retheme()).catch(() => undefined);
  }

  show(moment: Moment): void {
    this.#moment = moment;
  }
  retheme(): void {
    this.#colours = colours();
    this.#widths.clear();
    this.#sources.onChanged();
  }
  resize(): void {
    const ratio = window.devicePixelRatio || 1;
    this.#canvas.width = Math.round(this.#canvas.clientWidth * ratio);
    this.#canvas.height = Math.round(this.#canvas.clientHeight * ratio);
    this.retheme(); // what has grown may be the text
  }
  /** A block that is in sight is another than the one that was painted. */
  get outdated(): boolean {
    for (const [blockId, view] of this.#painted) if (this.#sources.block(blockId) !== view) return true;
    return false;
  }
  destroy(): void {
    this.#canvas.removeEventListener('click', this.#onClick);
  }

  /** In the frame in which the waveform above it is painted, so that both show the same stretch. */
  paint(): void {
    this.#painted.clear();
    const context = this.#context;
    if (!context) return;
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    context.setTransform(window.devicePixelRatio || 1, 0, 0, window.devicePixelRatio || 1, 0, 0);
    context.clearRect(0, 0, width, height);
    const timeline = this.#sources.timeline();
    const { scroll, pixelsPerSecond } = this.#sources.view();
    if (!timeline || pixelsPerSecond === 0) return;
    context.font = this.#colours.font;
    context.textBaseline = 'middle';
    const samplesPerPixel = sampleRate / pixelsPerSecond;
    const from = scroll * samplesPerPixel;
    const to = (scroll + width) * samplesPerPixel;
    const xOf = (sample: number): number => sample / samplesPerPixel - scroll;
    for (let at = firstAt(timeline.blocks, from); at < timeline.blocks.length; at += 1) {
      const block = timeline.blocks[at];
      if (!block || block.start > to) break;
      const view = this.#sources.block(block.blockId);
      this.#painted.set(block.blockId, view);
      this.#paintBlock(context, block, view, timeline, { xOf, from, to, height });
    }
    const moment = this.#moment;
    if (moment) {
      context.fillStyle = this.#colours.playhead;
      context.fillRect(Math.round(moment.seconds * pixelsPerSecond - scroll), 0, 1, height);
    }
  }

  #paintBlock(
    context: CanvasRenderingContext2D,
    block: TimelineBlock,
    view: BlockView | undefined,
    timeline: Timeline,
    place: Place,
  ): void {
    const { xOf, from, to, height } = place;
    const end = block.start + block.samples;
    // The silence between blocks shows as a seam.
    context.fillStyle = this.#colours.border;
    context.fillRect(Math.round(xOf(end + block.pauseSamples)) - 1, 0, 1, height);
    const speaker = view && speakerColour(view);
    if (speaker !== undefined) {
      context.fillStyle = this.#colours.speakers.get(speaker) ?? this.#colours.border;
      context.fillRect(xOf(block.start), height - speakerEdge, xOf(end) - xOf(block.start), speakerEdge);
    }
    const tokens = view ? tokensOf(view) : [];
    const timed = block.take.words.length > 0;
    if (!timed) {
      this.#paintWord(context, messages.narration.noWordTimes, { from: xOf(block.start), to: xOf(end), height });
      return;
    }
    if (block.stale) {
      this.#paintTakeWords(context, block, timeline, place);
      return;
    }
    for (let token = this.#firstToken(block, timeline, from); token < block.words; token += 1) {
      const index = block.firstWord + token;
      const start = timeline.sampleOfWord(index) ?? block.start;
      if (start > to) break;
      const next = token + 1 < block.words ? (timeline.sampleOfWord(index + 1) ?? end) : end;
      if (next <= start) continue;
      this.#paintWord(context, tokens[token]?.text ?? '', {
        from: xOf(start),
        to: xOf(next),
        height,
        isLit: this.#moment?.word === index,
        isEstimated: timeline.isEstimated(index),
      });
    }
  }

  /** Of a stale take: the words that it says, which are no longer those of the block. */
  #paintTakeWords(context: CanvasRenderingContext2D, block: TimelineBlock, timeline: Timeline, { xOf, from, to, height }: Place): void {
    const { words } = timeline.writtenTake(block);
    const sampleOf = (ms: number): number => block.start + (ms * sampleRate) / 1000;
    const now = this.#moment && this.#moment.seconds * sampleRate;
    words.forEach(({ text, startMs, estimated = false }, index) => {
      const start = sampleOf(startMs);
      const next = index + 1 < words.length ? sampleOf(words[index + 1]?.startMs ?? startMs) : block.start + block.samples;
      if (next <= start || next < from || start > to) return;
      const isLit = this.#moment?.word !== undefined && now !== undefined && now >= start && now < next;
      const isEstimated = estimated || block.take.alignment === 'estimated';
      this.#paintWord(context, text, { from: xOf(start), to: xOf(next), height, isLit, isEstimated });
    });
  }

  /** The first token of a block that reaches past a sample, by halving. */
  #firstToken(block: TimelineBlock, timeline: Timeline, sample: number): number {
    let low = 0;
    let high = block.words;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((timeline.sampleOfWord(block.firstWord + middle) ?? 0) <= sample) low = middle;
      else high = middle;
    }
    return low;
  }

  /** A word with a measured time is a filled box, one with an estimated time a dashed line. */
  #paintWord(
    context: CanvasRenderingContext2D,
    text: string,
    {
      from,
      to,
      height,
      isLit = false,
      isEstimated = false,
    }: { from: number; to: number; height: number; isLit?: boolean; isEstimated?: boolean },
  ): void {
    const width = to - from - 1;
    if (width < 1) return;
    if (isLit || !isEstimated) {
      context.fillStyle = isLit ? this.#colours.lit : this.#colours.word;
      context.fillRect(from, 2, width, height - 4);
    }
    if (isEstimated && width >= 3) {
      context.strokeStyle = isLit ? this.#colours.litText : this.#colours.estimated;
      context.setLineDash(dashes);
      context.strokeRect(from + 0.5, 2.5, width - 1, height - 5);
    }
    // Of a word that began before what is in sight, the text stands where it can be read.
    const left = Math.max(from, 0);
    const room = from + width - left;
    if (room < dotted) return;
    context.fillStyle = isLit ? this.#colours.litText : this.#colours.text;
    const shown = this.#fitting(context, text, room - 2 * padding.least);
    if (shown === '') context.fillRect(Math.round(left + (room - dot) / 2), Math.round((height - dot) / 2), dot, dot);
    else context.fillText(shown, left + Math.min(padding.most, (room - this.#widthOf(context, shown)) / 2), height / 2 + 0.5);
  }

  /**
   * A word, or its beginning with the sign that it goes on: cut without one it would read as another word. Nothing where there is no room
   * for two letters. Clipping would cost more than drawing.
   */
  #fitting(context: CanvasRenderingContext2D, text: string, room: number): string {
    const width = this.#widthOf(context, text);
    if (width <= room) return text;
    const letters = Array.from(text);
    const count = Math.floor((letters.length * (room - this.#widthOf(context, more))) / width);
    return count < 2 ? '' : letters.slice(0, count).join('') + more;
  }

  #widthOf(context: CanvasRenderingContext2D, text: string): number {
    let width = this.#widths.get(text);
    if (width === undefined) {
      if (this.#widths.size >= maximumWidths) this.#widths.clear();
      this.#widths.set(text, (width = context.measureText(text).width));
    }
    return width;
  }

  readonly #onClick = (event: MouseEvent): void => {
    const timeline = this.#sources.timeline();
    const { scroll, pixelsPerSecond } = this.#sources.view();
    if (!timeline || pixelsPerSecond === 0) return;
    const sample = Math.round(((event.offsetX + scroll) / pixelsPerSecond) * sampleRate);
    const word = timeline.wordAt(sample);
    const start = word === undefined ? undefined : timeline.sampleOfWord(word);
    this.#sources.onSeek((start ?? sample) / sampleRate);
  };
}

const tokens = new WeakMap<BlockView, ReturnType<typeof wordsOf>>();
/** A block that did not change is the same object: its words are told apart once, not in every frame. */
function tokensOf(view: BlockView): ReturnType<typeof wordsOf> {
  let known = tokens.get(view);
  if (!known) tokens.set(view, (known = wordsOf(view.text)));
  return known;
}

/** Position of the first block that ends after a sample, by halving. */
function firstAt(blocks: readonly TimelineBlock[], sample: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const block = blocks[middle];
    if (block && block.start + block.samples + block.pauseSamples < sample) low = middle + 1;
    else high = middle;
  }
  return low;
}

function colours(): Colours {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string): string => tokens.getPropertyValue(name).trim();
  return {
    word: token('--lane-word'),
    text: token('--lane-text'),
    lit: token('--word-lit'),
    litText: token('--word-lit-text'),
    playhead: token('--playhead'),
    border: token('--border-strong'),
    speakers: new Map(speakerColours.map((colour) => [colour, token(speakerToken(colour))])),
    estimated: token('--text-quiet'),
    font: `${token('--text-small')} ${token('--font-interface')}`,
  };
}
