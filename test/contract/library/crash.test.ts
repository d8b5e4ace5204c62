import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blocks, context, Fixture, factsOf, firstChapter } from './helpers.ts';

let fixture: Fixture;
beforeEach(() => (fixture = new Fixture()));
afterEach(() => fixture.close());

/** Runs the editing child and kills it when it has told as many lines; answers with all of them. */
async function killedAfter(path: string, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'edit-until-killed.ts'), fixture.directory, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told: string[] = [];
  const exited = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    told.push(line);
    if (told.length === lines) child.kill('SIGKILL');
  }
  await exited;
  return told;
}

describe('kill -9 while editing', () => {
  it('loses no edit that was acknowledged and no sound that was paid for', async () => {
    const library = await fixture.open();
    const created = await library.services['project.create']({ title: 'Crash' }, context());
    const { path, projectId } = created;
    await library.services['project.close']({ projectId }, context());
    await library.close();

    let seed = 20_261;
    let version = 0;
    const paid = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      const told = await killedAfter(path, 3 + (seed % 40));
      expect(told[0]).toBe(`version ${version}`);
      const edits = told.filter((line) => line.startsWith('edit ')).map((line) => Number(line.slice(5)));
      const acknowledged = edits.at(-1) ?? version;
      for (const line of told) if (line.startsWith('paid ')) paid.add(line.slice(5));

      const again = await fixture.open();
      const project = await again.services['project.open']({ path }, context());
      version = firstChapter(project).version;
      // At most the one edit that was under way is not told; none that was told is missing.
      expect(version).toBeGreaterThanOrEqual(acknowledged);
      expect(version).toBeLessThanOrEqual(acknowledged + 1);
      const expected = Array.from({ length: version }, (_, index) => `${version - 1 - index} `).join('');
      expect(blocks(project)[0]?.text).toBe(expected);
      // Paid for means: in the index, and in the project, by the inbox where the copy was not done.
      for (const operationId of paid) {
        expect(await again.findPaid(operationId)).toMatchObject({ operationId, state: 'complete' });
        expect(project.takes.filter((take) => take.fingerprint === operationId)).toHaveLength(1);
      }
      // What was still arriving is found by its operation.
      const arriving = told.filter((line) => line.startsWith('arriving ')).map((line) => line.slice(9));
      for (const operationId of arriving.filter((each) => !paid.has(each))) {
        const result = await again.recover(operationId, 'wav', factsOf(project, 0, { fingerprint: operationId }));
        expect(result?.samples).toBeGreaterThan(9_000);
        if (result?.state === 'complete') paid.add(operationId);
      }
      await again.services['project.close']({ projectId }, context());
      await again.close();
    }
    expect(version).toBeGreaterThan(20);
    expect(paid.size).toBeGreaterThan(0);
  });
});
