import { sampleRate } from '../narration/take.ts';
import type { EditChapter, EditItem, EditProject, EditTrack } from './edit-project.ts';

/** A project of Reaper: blocks in angle brackets, lines of a word and its values. Reaper fills in what a line leaves out, and ids. */

/** The version of the format that Reaper has written since its version 4. */
const head = '<REAPER_PROJECT 0.1 "6.0" 0';

/** A track for each character, an item for each take, a region for each chapter, a marker for each pickup. */
export function toReaper({ title, tracks, chapters, pickups, sounds }: EditProject): string {
  const lines = [
    head,
    `  TITLE ${quote(title)}`,
    '  TEMPO 120 4 4',
    `  SAMPLERATE ${sampleRate} 1 0`,
    ...chapters.flatMap(toRegion),
    ...pickups.map(({ name, start }, index) => `  MARKER ${index + 1} ${seconds(start)} ${quote(name)} 0`),
    ...tracks.flatMap((track) => toTrack(track, sounds)),
    '>',
  ];
  return `${lines.join('\n')}\n`;
}

/** A region is two markers of one number: its start, and its end without a name. */
function toRegion({ title, start, samples }: EditChapter, index: number): string[] {
  const number = index + 1;
  return [`  MARKER ${number} ${seconds(start)} ${quote(title)} 1`, `  MARKER ${number} ${seconds(start + samples)} "" 1`];
}

function toTrack({ name, items }: EditTrack, sounds: EditProject['sounds']): string[] {
  return ['  <TRACK', `    NAME ${quote(name)}`, '    NCHAN 2', ...items.flatMap((item) => toItem(item, sounds)), '  >'];
}

function toItem({ name, start, samples, sound, offset }: EditItem, sounds: EditProject['sounds']): string[] {
  return [
    '    <ITEM',
    `      POSITION ${seconds(start)}`,
    `      LENGTH ${seconds(samples)}`,
    '      LOOP 0',
    '      FADEIN 1 0 0 1 0 0',
    '      FADEOUT 1 0 0 1 0 0',
    `      NAME ${quote(name)}`,
    '      VOLPAN 1 0 1 -1',
    `      SOFFS ${seconds(offset)}`,
    '      PLAYRATE 1 1 0 -1 0 0.0025',
    '      CHANMODE 0',
    '      <SOURCE WAVE',
    `        FILE ${quote(sounds[sound]?.fileName ?? '')}`,
    '      >',
    '    >',
  ];
}

/** Exact to a hundredth of a sample. */
const seconds = (samples: number): string => (samples / sampleRate).toFixed(8);

/** In marks that the text does not have; a text with all three loses one. */
function quote(text: string): string {
  const mark = ['"', "'", '`'].find((one) => !text.includes(one));
  return mark === undefined ? `\`${text.replaceAll('`', "'")}\`` : mark + text + mark;
}
