/** A paragraph for each language that words are aligned in; three for English. */
export const spokenTexts: Readonly<Record<string, readonly string[]>> = {
  en: [
    'The studio keeps every word of the script beside the sound it made. When you press play, each word lights up as it is spoken, and a click on any word moves the playhead there. Long recordings are cut into small chunks so that the first sound arrives quickly.',
    'It was late in the evening when the two travellers came down from the hills. Nobody in the village had seen them before, and nobody asked where they came from; they paid for their supper, slept by the fire, and were gone before the bells rang.',
    'A good microphone will not save a bad room. Hang a few blankets on the walls, switch off the fridge, and listen for a minute before you begin. What you hear then is what your listeners will hear between your words.',
  ],
  de: [
    'Das Studio bewahrt jedes Wort des Textes neben dem Klang auf, den es erzeugt hat. Wenn du auf Wiedergabe drückst, leuchtet jedes Wort auf, sobald es gesprochen wird.',
  ],
  es: [
    'El estudio guarda cada palabra del guion junto al sonido que produjo. Cuando pulsas reproducir, cada palabra se ilumina al ser pronunciada.',
  ],
  fr: [
    'Le studio garde chaque mot du texte à côté du son produit. Quand vous appuyez sur lecture, chaque mot brille au moment où il est prononcé.',
  ],
  hi: ['यह स्टूडियो हर शब्द को उसकी ध्वनि के साथ रखता है। जब आप चलाते हैं तो हर शब्द चमकता है।'],
};
