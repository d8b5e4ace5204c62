import { type Spoken } from './spoken.ts';

/** The recording of **Try an example** in Transcribe, which this service spoke when the studio was made (`npm run examples`). */
export const exampleDigest = '69e87a7080f75b94377cfe399fd6903e04e3ba2f6067fa5fa89f8d48d2d691d2';

export const exampleRecording: Spoken = {
  durationMs: 13406,
  sentences: [
    {
      startMs: 50,
      endMs: 2914,
      words: [
        { text: 'The', startMs: 50, endMs: 162 },
        { text: 'keeper', startMs: 162, endMs: 534 },
        { text: 'climbed', startMs: 534, endMs: 1009 },
        { text: 'the', startMs: 1009, endMs: 1125 },
        { text: 'stairs', startMs: 1125, endMs: 1545 },
        { text: 'with', startMs: 1545, endMs: 1707 },
        { text: 'a', startMs: 1707, endMs: 1768 },
        { text: 'lamp', startMs: 1768, endMs: 2090 },
        { text: 'in', startMs: 2090, endMs: 2206 },
        { text: 'his', startMs: 2206, endMs: 2416 },
        { text: 'hand.', startMs: 2416, endMs: 2914 },
      ],
    },
    {
      startMs: 3214,
      endMs: 6437,
      words: [
        { text: 'Outside,', startMs: 3214, endMs: 3843 },
        { text: 'the', startMs: 4009, endMs: 4133 },
        { text: 'wind', startMs: 4133, endMs: 4468 },
        { text: 'was', startMs: 4468, endMs: 4675 },
        { text: 'pushing', startMs: 4675, endMs: 5095 },
        { text: 'the', startMs: 5095, endMs: 5201 },
        { text: 'rain', startMs: 5201, endMs: 5385 },
        { text: 'against', startMs: 5385, endMs: 5853 },
        { text: 'the', startMs: 5853, endMs: 5976 },
        { text: 'glass.', startMs: 5976, endMs: 6437 },
      ],
    },
    {
      startMs: 6737,
      endMs: 13356,
      words: [
        { text: 'He', startMs: 6737, endMs: 6880 },
        { text: 'counted', startMs: 6880, endMs: 7398 },
        { text: 'the', startMs: 7398, endMs: 7504 },
        { text: 'ships', startMs: 7504, endMs: 7918 },
        { text: 'on', startMs: 7918, endMs: 8144 },
        { text: 'the', startMs: 8144, endMs: 8314 },
        { text: 'horizon,', startMs: 8314, endMs: 8768 },
        { text: 'wrote', startMs: 8934, endMs: 9209 },
        { text: 'their', startMs: 9209, endMs: 9397 },
        { text: 'names', startMs: 9397, endMs: 9761 },
        { text: 'into', startMs: 9761, endMs: 10014 },
        { text: 'a', startMs: 10014, endMs: 10075 },
        { text: 'book,', startMs: 10075, endMs: 10449 },
        { text: 'and', startMs: 10615, endMs: 10816 },
        { text: 'thought', startMs: 10816, endMs: 11145 },
        { text: 'of', startMs: 11145, endMs: 11369 },
        { text: 'the', startMs: 11369, endMs: 11501 },
        { text: 'long', startMs: 11501, endMs: 11677 },
        { text: 'winter', startMs: 11677, endMs: 12058 },
        { text: 'that', startMs: 12058, endMs: 12295 },
        { text: 'lay', startMs: 12295, endMs: 12483 },
        { text: 'behind', startMs: 12483, endMs: 13095 },
        { text: 'him.', startMs: 13095, endMs: 13356 },
      ],
    },
  ],
};
