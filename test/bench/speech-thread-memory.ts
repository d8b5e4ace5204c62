import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { type FliteProgram, readFliteProgram } from '#main/local-service/sound/flite/flite-program.ts';
import type { FromThread, ToThread } from '#main/local-service/sound/thread-messages.ts';
import { sampleText } from '#shared/narration/sample.ts';
import { median } from '../helpers/median.ts';
import type { Bench } from './run.ts';

const voices = ['en-us+flite-slt', 'en-us+flite-rms', 'en-gb-scotland+flite-awb', 'en-us+flite-kal16', 'en-us+f2', 'de+m3'];
const threads = 4;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** MiB of this process, without the sounds that it was given and has dropped. */
function mebibytes(): number {
  collect();
  return process.memoryUsage().rss / 1024 ** 2;
}

/** A thread as it is built says the sample in voices of both engines. */
async function speakAll(thread: Worker, program: FliteProgram): Promise<void> {
  const tell = (message: ToThread) => thread.postMessage(message);
  let heard: (message: FromThread) => void = () => undefined;
  thread.on('message', (message: FromThread) => heard(message));
  const say = (speech: number, name: string, text: string) =>
    new Promise<void>((resolve, reject) => {
      let sound = 0;
      heard = (message) => {
        if (message.kind === 'failed') reject(new Error(message.message));
        if (message.kind !== 'piece') return;
        const { piece } = message;
        if (piece.kind === 'audio') {
          sound += piece.bytes.length;
          tell({ kind: 'taken', speech, bytes: piece.bytes.length });
        }
        if (piece.kind !== 'done') return;
        if (sound === 0) reject(new Error(`${name} gave no sound.`));
        else resolve();
      };
      const voice = { name, rate: 165, pitch: 50, range: 50 };
      tell({ kind: 'speak', speech, order: { text, voice, format: 'wav', gain: 0, speed: 1, normalise: true } });
    });
  tell({ kind: 'flite', program });
  let speech = 0;
  for (const name of voices) for (const text of sampleText().paragraphs) await say((speech += 1), name, text);
}

/** What each thread adds to the process, the median of some; MiB, against the 150 that one may take. */
async function run(): Promise<{ ours: number; peer: number }> {
  const program = await readFliteProgram();
  const running: Worker[] = [];
  const added: number[] = [];
  try {
    for (let count = 0; count < threads; count += 1) {
      const before = mebibytes();
      const thread = new Worker(new URL('../../dist/main/speech-thread.js', import.meta.url));
      running.push(thread);
      await speakAll(thread, program);
      added.push(mebibytes() - before);
    }
    return { ours: median(added), peer: 150 };
  } finally {
    await Promise.all(running.map((thread) => thread.terminate()));
  }
}

export default {
  name: 'speech-thread-memory: what one speech thread that has spoken with both engines adds to the process; MiB, against 150',
  atMost: 1,
  run,
} satisfies Bench;
