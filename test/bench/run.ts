import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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

/** Prints one line of JSON for each figure; `npm run bench -- NAME` runs the files whose name holds NAME. */
async function main(): Promise<void> {
  const wanted = process.argv[2] ?? '';
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'run.ts' && file.includes(wanted));
  if (files.length === 0) throw new Error(`No file of test/bench holds "${wanted}" in its name.`);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (const file of files.sort()) {
    const { default: bench } = (await import(new URL(file, folder).href)) as { default: Bench };
    collect();
    const line = await measure(bench);
    if (!line.ok) process.exitCode = 1;
    process.stdout.write(`${JSON.stringify(line)}\n`);
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

if (import.meta.main) await main();
