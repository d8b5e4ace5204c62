import type { Node } from '@tiptap/pm/model';
import type { BlockId, ChapterId } from '../ids.ts';
import { attributesOf } from './document.ts';
import { voiceOf, type ProjectDefaults } from './shape.ts';
import type { Take } from './take.ts';
import { buildTimeline } from './chapter-timeline.ts';
import { lacksVoice } from './what-to-make.ts';

/** A block with text that an export would leave out, or whose sound is of an earlier text or voice. */
export interface UnfinishedBlock {
  id: BlockId;
  chapterId: ChapterId;
  chapterTitle: string;
  text: string;
  /** Whether it has sound, of what it was before. */
  isStale: boolean;
  /** Whether it may be generated unasked: it has no audio of what it is now beside the take that was chosen, is not locked, its character has a voice, and the service in use has that voice. */
  isToMake: boolean;
}

/** The unfinished blocks of one chapter, in order, and how many of its blocks have text. `isElsewhere`: only another service has the voice. Pure. */
export function findUnfinished(
  chapter: { id: ChapterId; title: string; document: Node },
  takes: readonly Take[],
  defaults: ProjectDefaults,
  connectionId: string,
  isElsewhere: (voiceId: string) => boolean = () => false,
): { blocks: UnfinishedBlock[]; withText: number } {
  const heard = new Map(buildTimeline(chapter.document, takes, defaults, connectionId).blocks.map((block) => [block.blockId, block]));
  const blocks: UnfinishedBlock[] = [];
  let withText = 0;
  chapter.document.forEach((node) => {
    const text = node.textContent.trim();
    if (text === '') return;
    withText += 1;
    const attributes = attributesOf(node);
    const { id, locked } = attributes;
    const sound = heard.get(id);
    const isStale = sound?.stale;
    // A locked block keeps its sound on purpose.
    const voiceId = voiceOf(attributes, defaults);
    if (isStale === undefined || (isStale && !locked))
      blocks.push({
        id,
        chapterId: chapter.id,
        chapterTitle: chapter.title,
        text,
        isStale: isStale === true,
        isToMake: sound?.made !== true && !locked && !lacksVoice(attributes, defaults) && (voiceId === null || !isElsewhere(voiceId)),
      });
  });
  return { blocks, withText };
}
