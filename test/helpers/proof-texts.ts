import { heldOutTexts } from './held-out-texts.ts';

/** Texts that the numbers of the checks of takes were chosen by. */
export const developmentTexts: readonly string[] = heldOutTexts;

/** Sentences of 7 to 22 words that no number of these checks was chosen by. */
export const judgedTexts: readonly string[] = [
  'The ferry crosses the bay four times a day in summer.',
  'She wrapped the clock in an old blanket and carried it up to the attic.',
  'Please check the oil before you drive all the way to the coast.',
  'Our neighbour grows pumpkins that are larger than his youngest daughter.',
  'When the lights went out, the actors finished the scene in the dark.',
  'Two of the paintings were stolen during the war and never returned.',
  'He folded his newspaper, looked at the rain and ordered another cup of tea.',
  'You can reach the upper lake by a steep path behind the chapel.',
  'The first bridge was made of rope, the second of wood, and the third of stone.',
  'Nobody could explain why the bell had rung at midnight.',
  'A good carpenter measures twice, cuts once and sweeps the floor afterwards.',
  'My brother collects maps of cities that he has never visited.',
  'The doctor asked her to breathe slowly and to count backwards from fifty.',
  'If you plant the bulbs in October, they will flower at the end of March.',
  'Thousands of birds rest on this island before they fly south.',
  'The judge listened to both sides and then postponed the decision until Friday.',
  'There was a letter on the kitchen table, but it was not addressed to him.',
  'Most visitors photograph the tower and forget to look at the market below it.',
  'Heavy trucks are not allowed on this road between ten at night and six in the morning.',
  'The puppy chewed the corner of the carpet while everyone was watching the game.',
];
