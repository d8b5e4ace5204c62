import type { ChapterId } from '#shared/ids.ts';
import type { Place } from '#shared/narration/place.ts';

/** Where the caret is and what is in sight: known to the script alone. */
export interface PlaceInScript {
  chapterId: ChapterId;
  read(): Pick<Place, 'caret' | 'topBlockId'>;
}

export interface PlaceOptions {
  /** Stores the place of the open project. What cannot be stored is stored with the next move. */
  save(place: Place): Promise<unknown>;
  /** Seconds of the playhead. */
  playhead(): number;
  /** As `setTimeout`; answers with what cancels it. */
  later(work: () => void, afterMs: number): () => void;
}

/** Moves are stored at most this often, in milliseconds. */
export const saveEveryMs = 2000;

/** The place in one open project: what is restored of it, and what is stored as the person moves. */
export class ProjectPlace {
  readonly #options: PlaceOptions;
  /** Pixels a second of the waveform when it was last shown. */
  zoom: number | undefined;
  #script: PlaceInScript | undefined;
  /** Where the person was in the scripts of this window that are not shown now, by chapter. */
  readonly #left = new Map<ChapterId, Pick<Place, 'caret' | 'topBlockId'>>();
  #chapterId: ChapterId | undefined;
  /** What the script and the player still have to go to. */
  #toRestore: { inScript: boolean; playhead: boolean };
  #stored: Place | undefined;
  #cancel: (() => void) | undefined;

  constructor(stored: Place | null, chapterId: ChapterId | undefined, options: PlaceOptions) {
    this.#options = options;
    this.#chapterId = chapterId;
    this.#stored = stored ?? undefined;
    const isThere = stored !== null && stored.chapterId === chapterId;
    this.#toRestore = { inScript: isThere, playhead: isThere && stored.seconds > 0 };
  }

  /** The caret and the block in sight that the script of this chapter begins with: where the person left it, or, the first time, what was stored. */
  takeInScript(chapterId: ChapterId): Pick<Place, 'caret' | 'topBlockId'> | undefined {
    const left = this.#left.get(chapterId);
    if (left) return left;
    if (!this.#toRestore.inScript || this.#stored?.chapterId !== chapterId) return undefined;
    this.#toRestore.inScript = false;
    return this.#stored;
  }

  /** The playhead that the chapter's first sound begins with. */
  takePlayhead(): number | undefined {
    if (!this.#toRestore.playhead || this.#stored?.chapterId !== this.#chapterId) return undefined;
    this.#toRestore.playhead = false;
    return this.#stored?.seconds;
  }

  /** A script is shown. */
  setScript(script: PlaceInScript): void {
    this.#script = script;
  }

  /** The script goes: called while its view still stands in the page. */
  leaveScript(): void {
    if (this.#script) this.#left.set(this.#script.chapterId, this.#script.read());
    this.#script = undefined;
  }

  /** Another chapter is shown: stored at once. */
  show(chapterId: ChapterId): void {
    this.#chapterId = chapterId;
    this.#toRestore = { inScript: false, playhead: false };
    this.flush();
  }

  /** The caret, the view or the playhead moved. */
  moved(): void {
    this.#cancel ??= this.#options.later(() => this.flush(), saveEveryMs);
  }

  /** Stores where the person is now, if that is another place. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const place = this.#read();
    if (place === undefined || JSON.stringify(place) === JSON.stringify(this.#stored)) return;
    const before = this.#stored;
    this.#stored = place;
    this.#options.save(place).catch(() => {
      if (this.#stored === place) this.#stored = before;
    });
  }

  close(): void {
    this.flush();
    this.#script = undefined;
    this.#chapterId = undefined;
  }

  #read(): Place | undefined {
    const chapterId = this.#chapterId;
    if (chapterId === undefined) return undefined;
    const known = this.#stored?.chapterId === chapterId ? this.#stored : undefined;
    const { inScript, playhead } = this.#toRestore;
    const script = this.#script?.chapterId === chapterId ? this.#script.read() : this.#left.get(chapterId);
    return {
      chapterId,
      caret: (inScript ? undefined : script?.caret) ?? known?.caret ?? null,
      topBlockId: (inScript ? undefined : script?.topBlockId) ?? known?.topBlockId ?? null,
      seconds: playhead ? (known?.seconds ?? 0) : this.#options.playhead(),
    };
  }
}
