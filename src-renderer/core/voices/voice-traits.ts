import { messages } from '#shared/messages/index.ts';
import { foldWords } from '../../lib/fold-text.ts';

type Trait = keyof typeof messages.voices.traits;

/** Whole words by which descriptions say that a voice has a trait, in every language of the window: the service describes a voice in one language. */
const describedBy: Readonly<Record<Trait, readonly string[]>> = {
  male: ['male', 'man', 'männlich', 'männliche', 'mann', 'sprecher', 'erzähler'],
  female: ['female', 'woman', 'weiblich', 'weibliche', 'frau', 'sprecherin', 'erzählerin'],
  child: ['child', 'kid', 'boy', 'girl', 'kinderstimme', 'mädchen'],
  young: ['young', 'youthful', 'jung', 'junge', 'junger', 'jugendlich', 'jugendliche', 'jugendlicher'],
  old: ['old', 'elderly', 'mature', 'senior', 'alt', 'alte', 'alter', 'ältere', 'älterer', 'reif', 'reife', 'reifer'],
  deep: ['deep', 'low', 'bass', 'tief', 'tiefe', 'tiefer'],
  high: ['high', 'bright', 'hell', 'helle', 'heller', 'hoch', 'hohe', 'hoher'],
};
const folded = Object.entries(describedBy).map(([trait, words]) => ({
  trait: trait as Trait,
  words: words.map((word) => `${foldWords(word)} `),
}));

/** What people type in the language of the window for the age, sex and pitch that the description names. */
export function traitWords(description = ''): string {
  const text = `${foldWords(description)} `;
  return folded
    .filter(({ words }) => words.some((word) => text.includes(word)))
    .map(({ trait }) => messages.voices.traits[trait])
    .join(' ');
}
