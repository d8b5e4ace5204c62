/** What this project uses of `@echogarden/espeak-ng-emscripten`, which ships no types. */
declare module '@echogarden/espeak-ng-emscripten' {
  /** One event of the engine. `audio_position` is in milliseconds from the start of the call; `text_position` counts characters from 1. */
  export interface EngineEvent {
    type: 'word' | 'sentence' | 'mark' | 'play' | 'end' | 'msg_terminated' | 'phoneme' | 'samplerate';
    text_position: number;
    word_length: number;
    audio_position: number;
    id: string | number | undefined;
  }
  export interface EngineWorker {
    /** Percent-like words a minute (80 to 450), 175 by default. */
    rate: number;
    /** 0 to 99, 50 by default. */
    pitch: number;
    /** 0 to 99, 50 by default: how far the pitch moves. */
    range: number;
    samplerate: number;
    /** 0 when the voice was found. */
    set_voice(name: string): number;
    list_voices(): { name: string; identifier: string; languages: { priority: number; name: string }[] }[];
    /** Synchronous. The callback gets 16 bit mono samples of its own and the events up to there; true stops the engine. */
    synthesize(text: string, callback: (samples: Int16Array | undefined, events: EngineEvent[]) => boolean): void;
  }
  export interface EngineModule {
    eSpeakNGWorker: new () => EngineWorker;
    /** All memory of the instance; another array after it has grown. */
    readonly HEAPU8: Uint8Array;
    _webidl_malloc(bytes: number): number;
    _webidl_free(address: number): void;
    /** The files of the instance, in memory. */
    FS: {
      readFile(path: string, options: { encoding: 'utf8' }): string;
      readFile(path: string): Uint8Array;
      writeFile(path: string, text: string): void;
      readdir(path: string): string[];
      stat(path: string): { mode: number };
      isDir(mode: number): boolean;
    };
  }
  const initialise: () => Promise<EngineModule>;
  export default initialise;
}
