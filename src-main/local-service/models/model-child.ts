import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type ParentPort } from './model-channel.ts';
import { type FromModel, type ModelOrder, type ToModel } from './model-order.ts';
import { type Sherpa } from './sherpa.ts';

/**
 * A process with models. The package ends its process where a model is damaged or a text gives no sound: this one, and not the service. It ends with
 * who started it.
 */

type Speaker = InstanceType<Sherpa['OfflineTts']>;

/** Models that stay loaded, the latest used last: a cast changes between a few. */
const loadedMaximum = 2;
const loaded = new Map<string, Speaker>();

function load({ order, packageFolder }: ToModel): Speaker {
  const key = JSON.stringify(order);
  const speaker = loaded.get(key) ?? start(order, packageFolder);
  loaded.delete(key);
  loaded.set(key, speaker);
  for (const oldest of [...loaded.keys()].slice(0, Math.max(0, loaded.size - loadedMaximum))) loaded.delete(oldest);
  return speaker;
}

class PackageFailure extends Error {}

function loadPackage(folder: string): Sherpa {
  try {
    return createRequire(join(folder, 'package.json'))(folder) as Sherpa;
  } catch (thrown) {
    throw new PackageFailure(thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : 'it cannot be loaded');
  }
}

function start(order: ModelOrder, packageFolder: string): Speaker {
  const sherpa = loadPackage(packageFolder);
  const model = { ...configure(order), numThreads: 1, provider: 'cpu', debug: 0 };
  return new sherpa.OfflineTts({ model, maxNumSentences: 1 });
}

function configure({ kind, parts: { model, tokens, lexicon = '', espeak = '', voices } }: ModelOrder): object {
  if (kind === 'kokoro') return { kokoro: { model, voices, tokens, lexicon, dataDir: espeak, lengthScale: 1 } };
  return { vits: { model, tokens, lexicon, dataDir: espeak } };
}

function answer(question: ToModel): FromModel {
  const { id, text, speaker: sid, speed } = question;
  try {
    const speaker = load(question);
    const { samples, sampleRate: rate } = speaker.generate({ text, sid, speed, enableExternalBuffer: false });
    return { id, ok: true, samples, rate, speakers: Math.max(1, speaker.numSpeakers) };
  } catch (thrown) {
    const of = thrown instanceof PackageFailure ? 'package' : 'model';
    return { id, ok: false, of, message: thrown instanceof Error ? thrown.message : 'it failed' };
  }
}

// In the desktop program it is a utility process, which has this port to who started it; elsewhere it is a child of Node's.
const { parentPort: port } = process as { parentPort?: ParentPort };
if (port === undefined) {
  process.on('disconnect', () => process.exit(0));
  process.on('message', (question: ToModel) => process.send?.(answer(question)));
} else port.on('message', ({ data }) => port.postMessage(answer(data as ToModel)));
