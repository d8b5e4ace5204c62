import { readersLanguage } from '#shared/messages/index.ts';
import { interview, type Said } from './recogniser.ts';

const english = {
  /** Added to the first block of the sample. */
  addition: ' Nobody knew why.',
  long: 'A sentence that ends where it should. ',
  failing: ['It breaks off in the middle of what it wanted to say to us.', 'It cannot be paid for.', 'Nor can this one.'],
  voicePrompt: 'A calm old man with a deep, warm voice, who takes his time. British English.',
  recording: 'Anna reads.wav',
  phrases: [
    'One after another they came up the hill with lamps in their hands, and nobody said a word. '.repeat(5),
    'The second is ready.',
    'The third waits, and can still be changed.',
    'So does the fourth.',
  ],
  typed: 'And this is being typed',
  interview,
  speaker: 'Anna',
  corrected: 'Thank you very much. It is good to be here.',
  sought: 'the',
  images: ['A lighthouse at dusk, seen from the sea, as an oil painting', 'The same lighthouse in a storm'],
  video: 'The light turns while the waves break on the rocks below.',
  film: 'The lighthouse',
  lines: [
    'Nobody had seen the lighthouse keeper since the storm.',
    'Then who has been lighting the lamp every night?',
    'That is what we are here to find out.',
    'I was afraid that you would say something like that.',
    'Bring the lantern.',
  ],
  harbour: 'The harbour',
  dubbed: 'The boats have been away since Monday, and nobody has heard anything of them since then. So we went down to the harbour.',
  /** A word of it, before which playback is stopped. */
  lit: 'nobody',
};

const german: typeof english = {
  addition: ' Niemand wusste, warum.',
  long: 'Ein Satz, der dort endet, wo er soll. ',
  failing: ['Er bricht mitten in dem ab, was er uns sagen wollte.', 'Er kann nicht bezahlt werden.', 'Dieser auch nicht.'],
  voicePrompt: 'Ein ruhiger alter Mann mit einer tiefen, warmen Stimme, der sich Zeit lässt. Deutsch.',
  recording: 'Anna liest.wav',
  phrases: [
    'Einer nach dem anderen kamen sie mit Lampen in den Händen den Hügel herauf, und niemand sagte ein Wort. '.repeat(5),
    'Der zweite ist fertig.',
    'Der dritte wartet und kann noch geändert werden.',
    'Der vierte auch.',
  ],
  typed: 'Und dieser wird gerade getippt',
  interview: {
    text: 'Guten Morgen und willkommen. Danke. Es ist schön, hier zu sein. Erzählen Sie uns von dem Leuchtturm. Seit dem großen Sturm wohnt dort niemand mehr.',
    segments: [
      { start: 0.2, end: 2, text: 'Guten Morgen und willkommen.', speaker: 'SPEAKER_00' },
      { start: 2.2, end: 4.4, text: 'Danke. Es ist schön, hier zu sein.', speaker: 'SPEAKER_01' },
      { start: 4.6, end: 6.2, text: 'Erzählen Sie uns von dem Leuchtturm.', speaker: 'SPEAKER_00' },
      { start: 6.4, end: 8, text: 'Seit dem großen Sturm wohnt dort niemand mehr.', speaker: 'SPEAKER_01' },
    ],
  } satisfies Said,
  speaker: 'Anna',
  corrected: 'Vielen Dank. Es ist schön, hier zu sein.',
  sought: 'dem',
  images: ['Ein Leuchtturm in der Dämmerung, vom Meer aus gesehen, als Ölgemälde', 'Derselbe Leuchtturm im Sturm'],
  video: 'Das Licht dreht sich, während sich unten die Wellen an den Felsen brechen.',
  film: 'Der Leuchtturm',
  lines: [
    'Seit dem Sturm hat niemand den Leuchtturmwärter gesehen.',
    'Wer hat dann jede Nacht die Lampe angezündet?',
    'Um das herauszufinden, sind wir hier.',
    'Ich habe befürchtet, dass Sie so etwas sagen würden.',
    'Holen Sie die Laterne.',
  ],
  harbour: 'Der Hafen',
  dubbed: 'Die Boote sind seit Montag fort, und niemand hat seitdem etwas von ihnen gehört. Also gingen wir hinunter zum Hafen.',
  lit: 'niemand',
};

/** What is typed and heard in the pictures of `npm run screenshots`, in the language of the window. */
export const pictureTexts = (): typeof english => ({ en: english, de: german })[readersLanguage()];
