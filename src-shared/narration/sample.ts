/** The chapter that a newcomer finds, and its project: written for this program, to be listened to. English, whatever the language of the window. */
export const sampleTitle = 'The Lighthouse Recordings';

export const sampleParagraphs: readonly string[] = [
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
];
