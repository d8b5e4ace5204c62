import { heldOutTexts } from './held-out-texts.ts';

/** Texts that the numbers of the checks of takes were chosen by. */
export const developmentTexts: readonly string[] = heldOutTexts;

/** Texts that were looked at once, when numbers had been chosen by the others, and that corrected some of them. */
export const trialTexts: readonly string[] = [
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

/** Texts that the checks were judged by first; what was missed in them has corrected the checks since. */
export const earlierTexts: readonly string[] = [
  'The librarian locked the back room and hung the key behind the calendar.',
  'Half of the harvest was lost because the rain came two weeks early.',
  'You should stretch your legs for a minute before the second lesson starts.',
  'A red balloon drifted over the roofs and vanished behind the water tower.',
  'They repaired the old tractor with parts from three different machines.',
  'Our train stopped in the middle of a forest for almost an hour.',
  'When the guests had gone, he opened all the windows and washed the glasses.',
  'The recipe needs butter, brown sugar and a pinch of salt.',
  'Not every student who passes this test becomes a pilot.',
  'The fisherman pointed at the clouds and turned his boat around.',
  'In winter the lake freezes so hard that trucks can drive across it.',
  'Her uncle builds guitars in a shed behind the post office.',
  'Please write your name on the list if you want to join the trip.',
  'The dog waited at the corner until the school bus arrived.',
  'Nobody noticed that the third picture on the wall was upside down.',
  'It took the engineers nine months to find the crack in the dam.',
  'We planted a walnut tree where the garage used to be.',
  'The singer lost her voice on the last evening of the tour.',
  'Behind the curtain stood a narrow door that led to the cellar.',
  'He reads the weather report twice and still forgets his umbrella.',
];

/** Sentences of 7 to 20 words that no number of these checks was chosen by. */
export const judgedTexts: readonly string[] = [
  'The gardener covered the young roses with straw before the first frost.',
  'A postcard from Lisbon arrived three years after it had been sent.',
  'We heard the waterfall long before we could see it through the trees.',
  'Both sisters learned to swim in the cold river below the mill.',
  'Turn left at the bakery and follow the tram line to the harbour.',
  'The mayor promised a new hospital, two schools and a wider bridge.',
  'His grandfather kept a diary in which he noted nothing but the weather.',
  'After lunch the children built a castle out of wet sand.',
  'It was too dark to read, so she listened to the radio.',
  'The old elevator shook a little and then stopped between two floors.',
  'Somebody had painted the front door green during the night.',
  'Farmers in the valley still cut their hay with a scythe.',
  'You may borrow my bicycle if you bring it back on Sunday.',
  'The museum shows coins, masks and a boat that is older than the city.',
  'He polished his boots every evening, although nobody ever looked at them.',
  'When the ice melts, the village is an island for several weeks.',
  'The waiter dropped a tray of plates and everyone turned around.',
  'Few people know how much water a single apple needs to grow.',
  'Her office is on the top floor, next to the archive.',
  'The hunters lost their way in the fog and slept under a rock.',
];
