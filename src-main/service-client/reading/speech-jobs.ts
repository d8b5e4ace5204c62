import type { TimedWord } from '#shared/narration/alignment.ts';
import { jobStates } from '#shared/wire/jobs.ts';
import { decodePercent } from '../../infra/percent-decoding.ts';
import { asId, asNumber, asRecord, asText, Fields, findFirst, understood, type Reading } from './fields.ts';
import { readList, type Page } from './list.ts';

/** Interface, "Asynchronous TTS job". Fields that have no use here are kept as they came. */
interface SpeechTask {
  taskId: string;
  /** One of the five of the interface, or another as it came: that one is still being made. Empty where none was named. */
  status: string;
  voiceId?: string;
  modelId?: string;
  createdAt?: string;
  segmentCount?: number;
  errorCode?: string;
  errorMessage?: string;
}
export interface SpeechJob {
  task: SpeechTask;
  requestId?: string;
  quotaRemaining?: number;
  creditsUsed?: number;
  ignoredParameters?: string[];
}

/** Whether the interface names this state of a job. */
export const isKnownState = (status: string): boolean => (jobStates as readonly string[]).includes(status);

/** A job that was made: its id stands in the body, or else at the end of `Location`. `undefined` where neither names one. */
export function readCreatedSpeechJob(body: unknown, reading: Reading): SpeechJob | undefined {
  const named = /\/([^/?#]+)\/?(?:[?#].*)?$/u.exec(reading.header('location') ?? '')?.[1];
  return readSpeechJob(body, reading, { otherwise: named === undefined ? undefined : decodePercent(named) });
}

/** `asked`: the id that was asked for, which is the job's whatever the answer calls it; `otherwise`: its id where the answer names none. */
export function readSpeechJob(
  body: unknown,
  { note }: Pick<Reading, 'note'>,
  { asked, otherwise }: { asked?: string | undefined; otherwise?: string | undefined } = {},
): SpeechJob | undefined {
  const whole = new Fields(body, 'job', note);
  const outer = [whole, ...['data', 'job', 'result'].flatMap((name) => whole.within(name) ?? [])];
  const tasks = outer.flatMap((one) => one.within('task') ?? []);
  const places = [...tasks, ...outer];
  const taskId =
    asked ??
    findFirst(places, (one) => asId(one.raw['taskId']) ?? asId(one.raw['task_id'])) ??
    findFirst(places, (one) => ['id', 'jobId', 'job_id'].map((name) => asId(one.raw[name])).find(Boolean)) ??
    otherwise;
  if (taskId === undefined) return undefined;
  const records = [...places, ...outer.flatMap((one) => one.within('record') ?? [])];
  const text = (...names: string[]): string | undefined => findFirst(records, (one) => one.text(...names));
  const errors = records.flatMap((one) => one.within('error') ?? []);
  const task = understood(tasks[0]?.raw ?? {}, {
    taskId,
    status: stateOf(findFirst(places, (one) => asText(one.raw['status']) ?? asText(one.raw['state'])) ?? ''),
    voiceId: text('voiceId', 'voice_id'),
    modelId: text('modelId', 'model_id'),
    createdAt: findFirst(records, (one) => one.time('createdAt', 'created_at')),
    segmentCount: findFirst(records, (one) => one.number('segmentCount', 'segment_count')),
    errorCode: text('errorCode', 'error_code') ?? findFirst(errors, (one) => asId(one.raw['code'])),
    errorMessage:
      text('errorMessage', 'error_message') ??
      findFirst(errors, (one) => asText(one.raw['message'])) ??
      findFirst(records, (one) => asText(one.raw['error'])),
  });
  return understood(whole.raw, {
    task,
    requestId: findFirst(outer, (one) => one.id('requestId')),
    quotaRemaining: findFirst(outer, (one) => one.number('quotaRemaining', 'quota_remaining')),
    creditsUsed: findFirst(records, (one) => one.number('creditsUsed', 'credits_used')),
    ignoredParameters: findFirst(outer, (one) => one.texts('ignoredParameters', 'ignored_parameters')),
  });
}

/** The interface's own states in their own letters, however they are written. */
function stateOf(status: string): string {
  const name = status.trim().toLowerCase();
  return isKnownState(name) ? name : status.trim();
}

/** The envelope of this list is not shown. */
export const readSpeechJobs = (body: unknown, reading: Reading): Page<SpeechJob> =>
  readList(body, reading, { what: 'jobs', path: 'jobs', names: ['jobs', 'tasks'] }, (item) => readSpeechJob(item, reading));

/** The words of a segment with their times in milliseconds; its shape is not shown. `undefined` where no words can be recognized. */
export function readSegmentWords(body: unknown, { note }: Pick<Reading, 'note'>): TimedWord[] | undefined {
  const places = new Fields(body, 'segment', note).andWithin('segment', 'data', 'alignment');
  const listed = findFirst(places, (one) => (one.has('words') ? one.array('words') : undefined));
  return listed === undefined ? undefined : readWords(listed).words;
}

/** Words with all that they need; `isWhole` is false where one was left out. In the hot path of a stream. */
export function readWords(listed: readonly unknown[]): { words: TimedWord[]; isWhole: boolean } {
  const words: TimedWord[] = [];
  for (const item of listed) {
    const word = asRecord(item);
    if (word === undefined) continue;
    const { text } = word;
    const startMs = asNumber(word['startMs'] ?? word['start_ms']);
    const endMs = asNumber(word['endMs'] ?? word['end_ms']);
    if (typeof text === 'string' && startMs !== undefined && endMs !== undefined) words.push({ text, startMs, endMs });
  }
  return { words, isWhole: words.length === listed.length };
}
