/** Words as the studio and this help use them, in the order of the alphabet. */
export const glossary: readonly { readonly term: string; readonly meaning: string }[] = [
  { term: 'ACX', meaning: 'The audiobook exchange of Audible. Its limits are those of the Audiobook export.' },
  { term: 'Alpha, beta, gamma, eta', meaning: 'Families of models at the service. A voice speaks with the models of its family.' },
  { term: 'Block', meaning: 'A paragraph of the script with its voice, model and settings. Speech is generated block by block.' },
  { term: 'Bucket', meaning: 'Your own online storage, where a hosted service can download files of this computer for a limited time.' },
  { term: 'Chapter', meaning: 'A part of a project: a list of blocks that play one after another.' },
  { term: 'Connection', meaning: 'The URL of a service together with your API key.' },
  { term: 'Credit', meaning: 'The unit in which the service charges speech, voices, lip syncs and dubs.' },
  { term: 'Dub', meaning: 'A video with other speech: the video, its segments and their voices.' },
  { term: 'Estimate', meaning: 'A price or length calculated without a figure from the service.' },
  { term: 'Incomplete', meaning: 'Part of the audio arrived. That part can be played; the rest cannot be downloaded.' },
  { term: 'Job', meaning: 'A request that the service processes in the background. You can download its result again.' },
  { term: 'Local service', meaning: 'The service on this computer that comes with Voicewright. It is free and needs no account.' },
  { term: 'LUFS', meaning: 'The unit of loudness, measured over time. Platforms set their targets in it.' },
  {
    term: 'Model',
    meaning: 'The program at the service that generates speech or images. Models differ in quality, speed, price and settings.',
  },
  { term: 'Pickup', meaning: 'A place in a take that somebody should listen to: found by the automatic check, or marked while listening.' },
  {
    term: 'Quota',
    meaning:
      'How much your account may use within a period. Images and videos use the API quota alone; other work may use it besides credits.',
  },
  { term: 'Reading', meaning: 'Each take of the same words is another reading: “reading 2” was asked for on purpose, to sound different.' },
  { term: 'Request', meaning: 'Anything sent to the service that may be charged. Jobs lists all of them.' },
  { term: 'Reused', meaning: 'Already paid, and used again for free.' },
  { term: 'Segment', meaning: 'A line of a dub or transcript with its start, its end and its speaker.' },
  { term: 'Similarity', meaning: 'A setting of some models: how close the speech stays to the recordings of its voice.' },
  { term: 'Stability', meaning: 'A setting of some models: how even the speech is. With less of it, takes differ more.' },
  { term: 'Stale', meaning: 'The block changed after its audio was generated, so they no longer match. Blocks show this as “Changed”.' },
  { term: 'Take', meaning: 'One generation of a block. A block can have many takes; one of them plays.' },
  {
    term: 'Translation',
    meaning: 'Voicewright does not translate. Import translated captions into a dub, or write the lines in the other language.',
  },
  { term: 'True peak', meaning: 'The highest level, between the samples too, in dBTP. Above 0 a player may distort.' },
  {
    term: 'Unit',
    meaning:
      'What Live counts: the service bills live speech in units, often one for each character. A session ends at a number of them, and a new one starts automatically.',
  },
  { term: 'Unknown', meaning: 'Sent, but no response arrived. It may have been charged.' },
  { term: 'Voice', meaning: 'Who speaks: a public voice of the service, or one that you cloned or designed.' },
];
