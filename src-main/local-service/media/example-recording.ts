import { type Spoken } from './spoken-audio.ts';

/** The recording of **Try an example** in Transcribe, which this service spoke when the studio was made (`npm run examples`). */
export const exampleDigest = 'b50e7e983ead746fecf60e4ad3bbc57a99b6a3d0d32565e16b908697fc719ec3';

export const exampleRecording: Spoken = {
  durationMs: 13489,
  sentences: [
    {
      startMs: 50,
      endMs: 2955,
      words: [
        { text: 'The', startMs: 50, endMs: 157 },
        { text: 'keeper', startMs: 157, endMs: 520 },
        { text: 'climbed', startMs: 520, endMs: 998 },
        { text: 'the', startMs: 998, endMs: 1103 },
        { text: 'stairs', startMs: 1103, endMs: 1533 },
        { text: 'with', startMs: 1533, endMs: 1693 },
        { text: 'a', startMs: 1693, endMs: 1748 },
        { text: 'lamp', startMs: 1748, endMs: 2078 },
        { text: 'in', startMs: 2078, endMs: 2192 },
        { text: 'his', startMs: 2192, endMs: 2395 },
        { text: 'hand.', startMs: 2395, endMs: 2955 },
      ],
    },
    {
      startMs: 3255,
      endMs: 6506,
      words: [
        { text: 'Outside,', startMs: 3255, endMs: 3898 },
        { text: 'the', startMs: 4062, endMs: 4170 },
        { text: 'wind', startMs: 4170, endMs: 4508 },
        { text: 'was', startMs: 4508, endMs: 4705 },
        { text: 'pushing', startMs: 4705, endMs: 5115 },
        { text: 'the', startMs: 5115, endMs: 5220 },
        { text: 'rain', startMs: 5220, endMs: 5413 },
        { text: 'against', startMs: 5413, endMs: 5883 },
        { text: 'the', startMs: 5883, endMs: 5991 },
        { text: 'glass.', startMs: 5991, endMs: 6506 },
      ],
    },
    {
      startMs: 6806,
      endMs: 13439,
      words: [
        { text: 'He', startMs: 6806, endMs: 6940 },
        { text: 'counted', startMs: 6940, endMs: 7449 },
        { text: 'the', startMs: 7449, endMs: 7548 },
        { text: 'ships', startMs: 7548, endMs: 7965 },
        { text: 'on', startMs: 7965, endMs: 8176 },
        { text: 'the', startMs: 8176, endMs: 8352 },
        { text: 'horizon,', startMs: 8352, endMs: 8823 },
        { text: 'wrote', startMs: 8987, endMs: 9269 },
        { text: 'their', startMs: 9269, endMs: 9444 },
        { text: 'names', startMs: 9444, endMs: 9817 },
        { text: 'into', startMs: 9817, endMs: 10061 },
        { text: 'a', startMs: 10061, endMs: 10113 },
        { text: 'book,', startMs: 10113, endMs: 10531 },
        { text: 'and', startMs: 10695, endMs: 10883 },
        { text: 'thought', startMs: 10883, endMs: 11209 },
        { text: 'of', startMs: 11209, endMs: 11412 },
        { text: 'the', startMs: 11412, endMs: 11547 },
        { text: 'long', startMs: 11547, endMs: 11726 },
        { text: 'winter', startMs: 11726, endMs: 12089 },
        { text: 'that', startMs: 12089, endMs: 12313 },
        { text: 'lay', startMs: 12313, endMs: 12508 },
        { text: 'behind', startMs: 12508, endMs: 13187 },
        { text: 'him.', startMs: 13187, endMs: 13439 },
      ],
    },
  ],
};
