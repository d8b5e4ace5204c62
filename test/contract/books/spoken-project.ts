import { wavHeader } from '#shared/sound/wav-header.ts';
import type { LibraryService } from '#main/library/library.ts';
import { createDocument } from '#shared/narration/document.ts';
import { blocks, context, factsOf, Fixture, firstChapter } from '../library/helpers.ts';
import { makeSpokenPcm } from '../masters/spoken-pcm.ts';

export interface SpokenBlock {
  text: string;
  /** `none`: the service sent no times for its words. `silent`: it has no sound. */
  sound: 'timed' | 'none' | 'silent';
  language?: string;
  character?: string;
}

/** Where a word of a take of `makeSpokenProject` begins and ends. */
export const wordMs = (index: number): { startMs: number; endMs: number } => ({
  startMs: 100 + index * 310,
  endMs: 100 + index * 310 + 290,
});

const wav = (pcm: Int16Array<ArrayBuffer>): Uint8Array => Buffer.concat([wavHeader(pcm.length), new Uint8Array(pcm.buffer)]);
const takeSeconds = 4;

/** A project in a folder, of chapters with takes of four seconds. Answers with its path. */
export async function makeSpokenProject(
  folder: string,
  title: string,
  chapters: readonly { title: string; blocks: readonly SpokenBlock[] }[],
): Promise<string> {
  const library = await new Fixture(folder).open();
  try {
    const { services } = library;
    const created = await services['project.create']({ title }, context());
    const { projectId } = created;
    const cast = [...new Set(chapters.flatMap(({ blocks: said }) => said.flatMap(({ character }) => character ?? [])))].map(
      (name, index) => ({
        id: characterId(name),
        name,
        voiceId: 'anna',
        modelId: null,
        controls: {},
        colour: index + 1,
      }),
    );
    await services['project.update']({ projectId, voiceId: 'anna', cast }, context());
    const { id, title: first } = firstChapter(created);
    const documents = chapters.map((chapter, index) => ({
      id: `chapterspoken${index}`,
      title: chapter.title,
      document: documentOf(chapter.blocks) as never,
    }));
    await services['project.arrange']({ projectId, before: [{ id, title: first }], chapters: documents }, context());
    const opened = await services['project.open']({ path: created.path }, context());
    for (const [index, chapter] of chapters.entries())
      await addTakes(library, { ...opened, chapters: opened.chapters.slice(index) }, { index, said: chapter.blocks });
    return created.path;
  } finally {
    await library.close();
  }
}

const characterId = (name: string): string => `character0${name.toLowerCase()}`;

function documentOf(said: readonly SpokenBlock[]): unknown {
  const json = createDocument(said.map(({ text }) => text)).toJSON() as { content: { attrs: Record<string, unknown> }[] };
  for (const [index, { language, character }] of said.entries()) {
    const attributes = json.content[index]?.attrs;
    if (language !== undefined && attributes) attributes['controls'] = { language };
    if (character !== undefined && attributes) attributes['characterId'] = characterId(character);
  }
  return json;
}

async function addTakes(
  library: LibraryService,
  ground: Parameters<typeof factsOf>[0],
  { index, said }: { index: number; said: readonly SpokenBlock[] },
): Promise<void> {
  for (const [place, { sound }] of said.entries()) {
    if (sound === 'silent') continue;
    const text = blocks(ground)[place]?.text ?? '';
    const words = text.split(/\s+/u).map((word, at) => ({ text: word, ...wordMs(at) }));
    const arrival = await library.receive(`operationspoken${index}x${place}`, 'wav');
    await arrival.write(wav(makeSpokenPcm(takeSeconds, 0.1 + 0.01 * (index * 7 + place))));
    await library.addTake(await arrival.complete(factsOf(ground, place, sound === 'none' ? { alignment: 'none', words: [] } : { words })));
  }
}
