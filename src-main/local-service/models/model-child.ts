import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type ParentPort } from './model-channel.ts';
import { hear } from './hear.ts';
import { type FromModel, type ToModel } from './model-order.ts';
import { type Sherpa } from './sherpa.ts';
import { speak } from './speak.ts';

/**
 * A process with models. The package ends its process where a model is damaged or a text gives no sound: this one, and not the service. It ends with
 * who started it.
 */

class PackageFailure extends Error {}

function loadPackage(folder: string): Sherpa {
  try {
    return createRequire(join(folder, 'package.json'))(folder) as Sherpa;
  } catch (thrown) {
    throw new PackageFailure(thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : 'it cannot be loaded');
  }
}

function answer(question: ToModel): FromModel {
  const { id, packageFolder } = question;
  try {
    const sherpa = loadPackage(packageFolder);
    const found = 'samples' in question ? hear(sherpa, question) : speak(sherpa, question);
    return { id, ok: true, ...found };
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
