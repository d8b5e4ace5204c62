import { readersLanguage } from '../messages/index.ts';

/** A chapter to be listened to, written for this program, and the title of its project. */
export interface Sample {
  title: string;
  paragraphs: readonly string[];
}

const english: Sample = {
  title: 'The Lighthouse Recordings',
  paragraphs: [
    'On the last day of October, Ida Fenn carried two microphones, a tin of ginger biscuits and a very old tape recorder up the 217 steps of the Carrow Point lighthouse.',
    'She had come to record voices before they were gone. Not famous voices. The other kind: the harbour pilot who hummed between sentences, the baker who said good morning to her ovens, the twins who argued in whispers.',
    '“You will want tea first,” said Mr. Okafor, who had kept the light for thirty years and now kept only the kettle. “Everybody sounds better after tea.”',
    'He was right. By noon his own voice had lost its stiffness, and out came the winter of the long fog, when he rang the bell by hand every forty seconds until the fishing boats, one by one, answered.',
    '“How did you know that they could hear you?” Ida asked.',
    'He thought about it for so long that the tape hissed. “I didn’t,” he said. “You ring anyway. That is more or less the whole job.”',
    'In the evening she played it back. There was his voice, and behind it the kettle, the gulls, the wind leaning on the glass. She had meant to cut those out. Instead she turned them up a little.',
    'Over her desk at home hung a card in her grandmother’s handwriting: “A voice is a place you can go back to.” Ida had always taken it for decoration. Now, with the headphones warm against her ears, she read it as a set of directions.',
    'So she labelled the tape, ate the last biscuit, and wrote down the next name on her list. It was her own.',
    'Then she moved the microphone closer, waited for the wind to settle, and pressed the red button. “Testing,” she said. “One, two, three. Is anybody out there?”',
  ],
};

const german: Sample = {
  title: 'Die Leuchtturm-Aufnahmen',
  paragraphs: [
    'Am letzten Tag im Oktober trug Ida Fenn zwei Mikrofone, eine Dose Ingwerkekse und ein uraltes Tonbandgerät die 217 Stufen zum Leuchtturm von Carrow Point hinauf.',
    'Sie war gekommen, um Stimmen aufzunehmen, bevor sie verschwanden. Keine berühmten Stimmen. Die anderen: den Hafenlotsen, der zwischen den Sätzen summte, die Bäckerin, die ihren Öfen guten Morgen sagte, die Zwillinge, die sich im Flüsterton stritten.',
    '„Sie möchten sicher zuerst einen Tee“, sagte Herr Okafor, der dreißig Jahre lang das Licht gehütet hatte und nun nur noch den Teekessel hütete. „Nach einer Tasse Tee klingt jeder besser.“',
    'Er hatte recht. Gegen Mittag war seine Stimme nicht mehr steif, und heraus kam der Winter des langen Nebels, in dem er alle vierzig Sekunden die Glocke mit der Hand läutete, bis die Fischerboote, eines nach dem anderen, antworteten.',
    '„Woher wussten Sie, dass man Sie hören konnte?“, fragte Ida.',
    'Er dachte so lange nach, dass nur noch das Band rauschte. „Ich wusste es nicht“, sagte er. „Man läutet trotzdem. Das ist im Grunde schon der ganze Beruf.“',
    'Am Abend hörte sie die Aufnahme ab. Da war seine Stimme, und dahinter der Kessel, die Möwen, der Wind, der sich gegen die Scheiben lehnte. Sie hatte das alles herausschneiden wollen. Stattdessen machte sie es ein wenig lauter.',
    'Über ihrem Schreibtisch zu Hause hing eine Karte in der Handschrift ihrer Großmutter: „Eine Stimme ist ein Ort, an den man zurückkehren kann.“ Ida hatte sie immer für Zierde gehalten. Jetzt, mit den Kopfhörern warm an den Ohren, las sie darin eine Wegbeschreibung.',
    'Also beschriftete sie das Band, aß den letzten Keks und schrieb den nächsten Namen auf ihre Liste. Es war ihr eigener.',
    'Dann rückte sie das Mikrofon näher, wartete, bis der Wind sich gelegt hatte, und drückte den roten Knopf. „Test“, sagte sie. „Eins, zwei, drei. Ist da draußen jemand?“',
  ],
};

const samples: Readonly<Record<ReturnType<typeof readersLanguage>, Sample>> = { en: english, de: german };

/** The sample of a newcomer, in the language of the window: its voice is to be one that they understand. */
export const sampleText = (): Sample => samples[readersLanguage()];
