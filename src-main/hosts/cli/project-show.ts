import { shortenText } from '#shared/cut-text.ts';
import { attributesOf, usualPauseMs } from '#shared/narration/document.ts';
import { blockFingerprint, characterOf, spokenOf, voiceOf } from '#shared/narration/shape.ts';
import { sampleRate, workOf } from '#shared/narration/take.ts';
import { buildTimeline, type BlockFacts, type TimelineBlock } from '#shared/narration/chapter-timeline.ts';
import { describeCast } from './project-cast.ts';
import { openProject, type ChapterOfProject, type ProjectAtHand } from './project-file.ts';
import type { Work } from './run.ts';
import { messages } from '#shared/messages/index.ts';

/** `failed`: its sound is damaged, and nothing else plays for it. */
type State = 'empty' | 'new' | 'stale' | 'done' | 'incomplete' | 'failed';

/** `project show`: the chapters and blocks of a project, with what has sound. Needs no service, and changes nothing. */
export async function showProject(work: Work, file: string): Promise<void> {
  const { library, connectionId } = await work.projectFiles();
  const opened = await openProject(library, file, work.signal);
  const chapters = opened.chapters.map((chapter) => describeChapter(chapter, opened, connectionId));
  const { title, pronunciations } = opened.project;
  const value = { title, chapters, cast: describeCast(opened), pronunciations };
  const lines = chapters.flatMap(({ number, title, durationMs, blocks }) => [
    [messages.cli.projects.chapter(number), title, seconds(durationMs), messages.cli.projects.blocks(blocks.length)].join('\t'),
    ...blocks.map(({ id, state, voiceId, startMs, text }) =>
      [id, state, voiceId ?? '', startMs === null ? '' : seconds(startMs), shortenText(text, 80)].join('\t'),
    ),
  ]);
  await work.output.result(value, [title, ...lines]);
}

function describeChapter(chapter: ChapterOfProject, { takes, defaults }: ProjectAtHand, connectionId: string) {
  const timeline = buildTimeline(chapter.document, takes, defaults, connectionId);
  const placed = new Map(timeline.blocks.map((block) => [block.blockId, block]));
  const { number, id, title } = chapter;
  const blocks = timeline.facts.map((facts, index) =>
    describeBlock(facts, placed, { takes, defaults, connectionId, next: timeline.facts[index + 1]?.node }),
  );
  return { number, id, title, durationMs: milliseconds(timeline.samples), blocks };
}

type Ground = Pick<ProjectAtHand, 'takes' | 'defaults'> & { connectionId: string };
/** With the block that follows. */
type Place = Ground & { next: BlockFacts['node'] | undefined };

function describeBlock(facts: BlockFacts, placed: ReadonlyMap<string, TimelineBlock>, ground: Place) {
  const attributes = attributesOf(facts.node);
  const text = facts.node.textContent;
  const place = placed.get(attributes.id);
  return {
    id: attributes.id,
    text,
    spoken: spokenOf({ attributes, text }, ground.defaults).text,
    voiceId: voiceOf(attributes, ground.defaults),
    character: characterOf(attributes, ground.defaults)?.name ?? null,
    state: stateOf(facts, ground),
    startMs: place === undefined ? null : milliseconds(place.start),
    endMs: place === undefined ? null : milliseconds(place.start + place.samples),
    pauseMs: attributes.pauseMs ?? usualPauseMs(facts.node, ground.next),
  };
}

function stateOf({ node, words, heard }: BlockFacts, { takes, defaults, connectionId }: Ground): State {
  if (words === 0) return 'empty';
  const attributes = attributesOf(node);
  if (heard === undefined) return takes.some(({ blockId, state }) => blockId === attributes.id && state === 'damaged') ? 'failed' : 'new';
  const { take, stale } = heard;
  const isOfNow = workOf(take) === blockFingerprint({ attributes, text: node.textContent }, defaults, connectionId);
  if (take.state === 'incomplete' && isOfNow) return 'incomplete';
  return stale ? 'stale' : 'done';
}

const milliseconds = (samples: number): number => Math.round((samples * 1000) / sampleRate);
const seconds = (ms: number): string => messages.cli.projects.seconds((ms / 1000).toFixed(1));
