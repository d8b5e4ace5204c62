import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelPackage } from '#shared/wire/added-models.ts';

/** The package that loads models. It is no part of this program: who wants to use it installs it. */
const packageName = 'sherpa-onnx-node';

/** As much of the package as is used here (its `types.js`). */
export interface Sherpa {
  OfflineTts: new (config: object) => {
    numSpeakers: number;
    sampleRate: number;
    generate(request: { text: string; sid: number; speed: number; enableExternalBuffer: boolean }): {
      samples: Float32Array;
      sampleRate: number;
    };
  };
  OfflineRecognizer: new (config: object) => {
    createStream(): SherpaStream;
    decode(stream: SherpaStream): void;
    /** JSON of the package, read. Segments are absent in versions before 1.13. */
    getResult(stream: SherpaStream): {
      text: string;
      lang?: string;
      segment_timestamps?: number[];
      segment_durations?: number[];
      segment_texts?: string[];
    };
    setConfig(config: object): void;
  };
}

interface SherpaStream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void;
}

/** Looks for the package in `folder`, where `npm install --prefix` puts it. Looks again each time: it may be installed while the service runs. */
export function findPackage(folder: string): ModelPackage & { path: string } {
  const path = join(folder, 'node_modules', packageName);
  return { name: packageName, folder, path, version: readVersion(join(path, 'package.json')) };
}

function readVersion(description: string): string | null {
  if (!existsSync(description)) return null;
  try {
    const { version } = JSON.parse(readFileSync(description, 'utf8')) as { version?: unknown };
    return typeof version === 'string' ? version.slice(0, 40) : null;
  } catch {
    return null;
  }
}
