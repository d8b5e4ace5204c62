import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Transform } from '@tiptap/pm/transform';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FrameBuffer } from '#main/hosts/shared/frame-buffer.ts';
import { blocksOf, documentFromJson, schema } from '#shared/narration/document.ts';
import type { operations } from '#shared/operations/index.ts';
import type { Project } from '#shared/operations/project.ts';
import { connect } from '#shared/rpc-client.ts';
import { Manuscript } from '../../../src-renderer/core/project/project-editor.ts';
import { context, Fixture, firstChapter } from './helpers.ts';

/** In every so-manieth life of main the writing begins once a sound is paid for; decoding is slow to start and need not be waited for in all. */
const buysEvery = 5;
/** The writer's clock, which stands still while nobody writes: 20 keystrokes a second, a fast typist. */
const keystrokeMs = 50;
/**
 * A save that takes longer than this makes the writer wait, so that the disk of the machine at hand decides nothing. What may be lost is
 * what was written while one save was under way, until the next began, and while that was: 300 ms between, and twice this.
 */
const slowestSaveMs = 300;

let fixture: Fixture;
beforeEach(() => (fixture = new Fixture()));
afterEach(() => fixture.close());

const textOf = (project: Project): string => blocksOf(documentFromJson(firstChapter(project).document))[0]?.text ?? '';

interface Round {
  /** What main had when it was opened. */
  opened: Project;
  /** What stood on the screen when main was killed. */
  written: string;
  paid: string[];
}

/** Writes through the window's own store and kills main at keystroke `killAt`, some turns of the event loop later. */
async function writeUntilKilled(path: string, round: number, killAt: number, turns: number): Promise<Round> {
  const child = fork(join(import.meta.dirname, 'write-until-killed.ts'), [fixture.directory, path, String(round)], {
    serialization: 'advanced',
  });
  const exited = once(child, 'exit');
  const frames = new FrameBuffer();
  const paid: string[] = [];
  let bought = (): void => undefined;
  const firstSound = new Promise<void>((resolve) => (bought = resolve));
  const opened = new Promise<Project>((resolve, reject) => {
    child.on('message', (message: { project?: Project; paid?: string; frame?: unknown }) => {
      if (message.project) resolve(message.project);
      else if (message.paid !== undefined) {
        paid.push(message.paid);
        bought();
      } else frames.receive(message.frame);
    });
    child.once('exit', (code) => {
      frames.close('killed');
      reject(new Error(`The child ended with code ${String(code)} before it was killed.`));
    });
  });
  const client = connect<typeof operations>({
    send: (frame) => {
      if (child.connected) child.send(frame, () => undefined);
    },
    onFrame: (listener) => frames.onFrame(listener),
    onClose: (listener) => frames.onClose(listener),
    close: (reason) => void frames.close(reason),
    buffered: () => 0,
  });
  const project = await opened;
  if (round % buysEvery === 0) await Promise.race([firstSound, exited]);
  const chapter = firstChapter(project);

  let now = 0;
  let saving: { since: number; settled: Promise<unknown> } | undefined;
  const timers: { work: () => void; at: number }[] = [];
  const manuscript = new Manuscript({
    stored: project,
    arrange: () => Promise.reject(new Error('The chapters stay as they are.')),
    send: (edit) => {
      const answer = client.run('project.edit', { projectId: project.projectId, ...edit });
      const mine = { since: now, settled: answer.catch(() => undefined) };
      saving = mine;
      void mine.settled.then(() => (saving = saving === mine ? undefined : saving));
      return answer;
    },
    reload: () => Promise.reject(new Error('Nobody else writes.')),
    onSaveState: () => undefined,
    onOutline: () => undefined,
    onBothWritten: () => undefined,
    onAside: () => undefined,
    onReversed: () => undefined,
    now: () => now,
    later: (work, afterMs) => {
      const timer = { work, at: now + afterMs };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
    },
  });
  const text = (): string => blocksOf(manuscript.document(chapter.id))[0]?.text ?? '';
  for (let key = 0; key < killAt; key += 1) {
    if (saving && now - saving.since >= slowestSaveMs) await saving.settled;
    now += keystrokeMs;
    const transform = new Transform(manuscript.document(chapter.id));
    transform.insert(1 + text().length, schema.text(key % 6 === 5 ? ' ' : String.fromCharCode(97 + ((round + key) % 26))));
    const { steps, docs, doc } = transform;
    manuscript.commit([{ chapterId: chapter.id, steps, before: docs, document: doc }], { source: 'editor', typing: true });
    for (const timer of timers.filter((each) => each.at <= now)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.work();
    }
    await new Promise(setImmediate);
  }
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
  child.kill('SIGKILL');
  const written = text();
  await exited;
  manuscript.close();
  return { opened: project, written, paid };
}

/** Kills the studio so many times while it writes. */
export function itLosesLittle(kills: number): void {
  it(`kill -9 at ${kills} moments: at most one second of typing is lost, no sound, and the project opens`, () => killedAt(kills), 300_000);
}

async function killedAt(kills: number): Promise<void> {
  const library = await fixture.open();
  const created = await library.services['project.create']({ title: 'Killed' }, context());
  await library.services['project.close']({ projectId: created.projectId }, context());
  await library.close();

  let seed = 77_003;
  const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) % below;
  let before = '';
  let lost = 0;
  let kept = 0;
  const paid = new Set<string>();
  const check = (opened: Project, written: string): void => {
    expect(opened.projectId).toBe(created.projectId);
    const text = textOf(opened);
    expect(written.startsWith(text), `"${text}" is not the beginning of "${written}"`).toBe(true);
    expect((written.length - text.length) * keystrokeMs).toBeLessThanOrEqual(1000);
    lost += written.length - text.length;
    for (const fingerprint of paid) expect(opened.takes.filter((take) => take.fingerprint === fingerprint)).toHaveLength(1);
  };
  for (let round = 0; round < kills; round += 1) {
    const { opened, written, paid: bought } = await writeUntilKilled(created.path, round, 3 + random(60), random(40));
    check(opened, before);
    kept += written.length - textOf(opened).length;
    for (const fingerprint of bought) paid.add(fingerprint);
    before = written;
  }
  const again = await fixture.open();
  const project = await again.services['project.open']({ path: created.path }, context());
  check(project, before);
  // The kills met work: something was lost, much more was not, and sound had been bought.
  expect(lost).toBeGreaterThan(0);
  expect(textOf(project).length).toBeGreaterThan(kept / 2);
  expect(paid.size).toBeGreaterThanOrEqual(kills / buysEvery);
}
