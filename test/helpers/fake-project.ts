import { createBlock, schema } from '#shared/narration/document.ts';
import { noDefaults, blockFingerprint } from '#shared/narration/shape.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Project } from '#shared/operations/project.ts';

/** The blocks of a chapter: their texts by their ids. */
type Blocks = Readonly<Record<string, string>>;

const defaults = { ...noDefaults, voiceId: 'anna', modelId: null };

/** A project as main answers with it: chapters by their ids, each of blocks by theirs, all spoken by `anna`. */
export function projectOf(projectId: string, chapters: Readonly<Record<string, Blocks>>, takes: readonly Take[] = []): Project {
  return {
    projectId,
    path: `/${projectId}.voicewright`,
    title: projectId,
    ...defaults,
    cast: [],
    pronunciations: [],
    sharedPronunciations: [],
    chapters: Object.entries(chapters).map(([id, blocks]) => ({
      id,
      title: id,
      version: 0,
      document: schema
        .node(
          'doc',
          null,
          Object.entries(blocks).map(([blockId, text]) => createBlock(text, { id: blockId })),
        )
        .toJSON() as Project['chapters'][number]['document'],
    })),
    removedChapters: [],
    sources: [],
    place: null,
    takes: [...takes],
  };
}

/** A whole take of what a block says, made by `anna` of the local service: a second long. */
export function takeOf(blockId: string, text: string, change: Partial<Take> = {}): Take {
  const fingerprint = blockFingerprint({ attributes: { voiceId: null, modelId: null, controls: {} }, text }, defaults, 'local') ?? '';
  return {
    id: `take${blockId}`,
    blockId,
    fingerprint,
    createdAt: 1,
    text,
    voiceId: 'anna',
    modelId: null,
    samples: 48_000,
    state: 'complete',
    alignment: 'none',
    words: [],
    creditsUsed: 1,
    requestId: null,
    ignoredParameters: [],
    starred: false,
    ...change,
  };
}
