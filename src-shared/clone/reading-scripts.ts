/**
 * What is read aloud while a voice is recorded: for each language in which the studio finds words in recordings, one text with the sounds of
 * that language, questions, numbers and pauses. They are read in one to one and a half minutes.
 */
export const readingScripts = {
  en: [
    'Good morning. My name is not important today, but my voice is.',
    'Early each day, a grey heron walks along the shore and looks for fish among the rocks.',
    'Have you ever wondered why she chooses the same quiet bay?',
    'Nobody knows for sure; perhaps the water is warmer there, or the view is simply better.',
    'At half past seven the baker opens his shop, and the smell of fresh rolls drifts through the village.',
    'Twenty-three children wait for the yellow bus, joking, yawning, and zipping up their jackets.',
    'What a noise! Somebody has lost a glove, somebody else has found two.',
    'Next the engine starts, the door closes, and the square is empty again.',
    'I like this hour. I think about the journey ahead, pour myself another cup of tea, and enjoy the silence.',
  ],
  de: [
    'Guten Morgen. Wie ich heiße, ist heute nicht wichtig, aber meine Stimme ist es.',
    'Jeden Tag geht ein grauer Reiher früh am Ufer entlang und sucht zwischen den Steinen nach Fischen.',
    'Hast du dich je gefragt, warum er immer dieselbe stille Bucht wählt?',
    'Genau weiß es niemand; vielleicht ist das Wasser dort wärmer, oder die Aussicht ist einfach schöner.',
    'Um halb acht öffnet der Bäcker seinen Laden, und der Duft frischer Brötchen zieht durch das Dorf.',
    'Dreiundzwanzig Kinder warten auf den gelben Bus, lachen, gähnen und schließen ihre Jacken.',
    'Was für ein Lärm! Jemand hat einen Handschuh verloren, jemand anderes hat zwei gefunden.',
    'Dann springt der Motor an, die Tür geht zu, und der Platz ist wieder leer.',
    'Ich mag diese Stunde. Ich denke an die Reise, gieße mir noch eine Tasse Tee ein und genieße die Ruhe.',
  ],
  es: [
    'Buenos días. Hoy mi nombre no importa, pero mi voz sí.',
    'Cada mañana, muy temprano, una garza gris camina por la orilla y busca peces entre las rocas.',
    '¿Te has preguntado alguna vez por qué elige siempre la misma bahía tranquila?',
    'Nadie lo sabe con certeza; quizá el agua sea más cálida allí, o la vista sea simplemente mejor.',
    'A las siete y media el panadero abre su tienda, y el olor del pan recién hecho llega a todo el pueblo.',
    'Veintitrés niños esperan el autobús amarillo, bromean, bostezan y se abrochan las chaquetas.',
    '¡Qué ruido! Alguien ha perdido un guante, y otro ha encontrado dos.',
    'Luego arranca el motor, se cierra la puerta, y la plaza queda vacía de nuevo.',
    'Me gusta esta hora. Pienso en el viaje, me sirvo otra taza de té y disfruto del silencio.',
  ],
  fr: [
    'Bonjour. Aujourd’hui, mon nom n’a pas d’importance, mais ma voix, oui.',
    'Chaque matin, très tôt, un héron gris longe le rivage et cherche des poissons parmi les rochers.',
    'Vous êtes-vous déjà demandé pourquoi il choisit toujours la même baie tranquille ?',
    'Personne ne le sait vraiment ; peut-être que l’eau y est plus chaude, ou que la vue est simplement plus belle.',
    'À sept heures et demie, le boulanger ouvre sa boutique, et l’odeur du pain chaud flotte dans tout le village.',
    'Vingt-trois enfants attendent l’autobus jaune, plaisantent, bâillent et ferment leur veste.',
    'Quel bruit ! Quelqu’un a perdu un gant, un autre en a trouvé deux.',
    'Puis le moteur démarre, la porte se ferme, et la place est de nouveau vide.',
    'J’aime cette heure. Je pense au voyage, je me verse encore une tasse de thé et je savoure le silence.',
  ],
  hi: [
    'नमस्ते। आज मेरा नाम नहीं, मेरी आवाज़ महत्वपूर्ण है।',
    'हर सुबह एक बगुला नदी के किनारे धीरे-धीरे चलता है और पत्थरों के बीच मछलियाँ ढूँढता है।',
    'क्या आपने कभी सोचा है कि वह हमेशा वही शांत जगह क्यों चुनता है?',
    'ठीक-ठीक कोई नहीं जानता; शायद वहाँ पानी गरम है, या नज़ारा बस ज़्यादा सुंदर है।',
    'साढ़े सात बजे दुकान खुलती है, और ताज़ी रोटी की ख़ुशबू पूरे गाँव में फैल जाती है।',
    'तेईस बच्चे पीली बस का इंतज़ार करते हैं, हँसते हैं, जम्हाई लेते हैं और अपनी जैकेट बंद करते हैं।',
    'कितना शोर है! किसी का दस्ताना खो गया, और किसी को दो मिल गए।',
    'फिर बस चल पड़ती है, दरवाज़ा बंद हो जाता है, और चौक फिर से ख़ाली हो जाता है।',
    'मुझे यह समय पसंद है। मैं यात्रा के बारे में सोचता हूँ, एक और प्याला चाय लेता हूँ और शांति का आनंद उठाता हूँ।',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ReadingLanguage = keyof typeof readingScripts;
export const readingLanguages: readonly ReadingLanguage[] = ['en', 'de', 'es', 'fr', 'hi'];

/** The language of a person's system, where there is a text in it; else English. */
export function readingLanguageOf(code: string): ReadingLanguage {
  const short = code.slice(0, 2).toLowerCase();
  return readingLanguages.find((one) => one === short) ?? 'en';
}

/** Characters a second at which people read aloud for a recording, calmly. */
const charactersPerSecond = 13;

/**
 * The sentence that is read after so many seconds of voice: pauses hold it, as they are no voice. At the end it stays with the last one.
 * `sentences` is not empty.
 */
export function sentenceAt(sentences: readonly string[], voicedSeconds: number): number {
  let left = voicedSeconds * charactersPerSecond;
  for (const [place, { length }] of sentences.entries()) {
    if (left < length) return place;
    left -= length;
  }
  return sentences.length - 1;
}
