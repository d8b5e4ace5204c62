import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/**
 * One figure of ours against a peer's on the same machine at the same time, so that the ratio means something anywhere.
 * `ratio` is ours by peer's; both are in the same unit, which the name says.
 */
export interface Bench {
  name: string;
  /** What the ratio must reach, or must not pass. */
  atLeast?: number;
  atMost?: number;
  run: () => Promise<{ ours: number; peer: number }>;
}

/**
 * Prints one line of JSON for each figure; `npm run bench -- NAME` runs the files whose name holds NAME. Each has a process of its own, so that
 * none has another's heap; a collection that is forced in between would keep the heap's limits low, as no program of people's has them.
 */
async function main([wanted = '', alone]: readonly string[]): Promise<void> {
  const folder = new URL('.', import.meta.url);
  if (alone !== undefined) {
    const { default: bench } = (await import(new URL(wanted, folder).href)) as { default: Bench };
    const line = await measure(bench);
    process.stdout.write(`${JSON.stringify(line)}\n`);
    process.exitCode = line.ok ? 0 : 1;
    return;
  }
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'run.ts' && file.includes(wanted));
  if (files.length === 0) throw new Error(`No file of test/bench holds "${wanted}" in its name.`);
  for (const file of files.sort()) {
    const { status } = spawnSync(process.execPath, [import.meta.filename, file, 'alone'], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}

async function measure({ name, atLeast, atMost, run }: Bench) {
  const limit = atLeast === undefined ? { atMost } : { atLeast };
  try {
    const { ours, peer } = await run();
    const ratio = ours / peer;
    const ok = Number.isFinite(ratio) && (atLeast === undefined || ratio >= atLeast) && (atMost === undefined || ratio <= atMost);
    return { name, ours: rounded(ours), peer: rounded(peer), ratio: rounded(ratio), ...limit, ok };
  } catch (thrown) {
    return { name, ...limit, ok: false, error: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

if (import.meta.main) await main(process.argv.slice(2));
