import { join } from 'node:path';
import { z } from 'zod';
import type { Services } from '#shared/operations/index.ts';
import { voiceMarkSchema, type VoiceMark } from '#shared/operations/voices.ts';
import { JsonFile } from '../../infra/json-file.ts';
import type { Log } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

/** Voices that something is written down of, over all services; past it, what was written first goes. */
const maximumVoices = 20_000;
const pages = z.record(z.string(), z.record(z.string(), voiceMarkSchema));

const unmarked: VoiceMark = { favourite: false, alias: null, tags: [], usedAt: null, name: null };

/**
 * What a person made of voices: favourites, tags, names of their own, and what was used last; in `voice-marks.json` of the profile, by service
 * and voice. Durable when an operation answers.
 */
export function openVoiceMarks(options: {
  profileDirectory: string;
  connectionId: () => string;
  log: Log;
  now?: () => number;
  onMark: (voiceId: string, mark: VoiceMark) => void;
}): Pick<Services, 'voices.marks' | 'voices.mark'> {
  const { profileDirectory, connectionId, log, onMark } = options;
  const now = options.now ?? Date.now;
  const file = new JsonFile<z.infer<typeof pages>>(join(profileDirectory, 'voice-marks.json'), {
    schema: pages,
    empty: {},
    subject: message('voices.annotations'),
    damaged: 'The favourites and tags of voices could not be read and were set aside.',
    log,
  });
  return {
    'voices.marks': () => Promise.resolve({ marks: file.read()[connectionId()] ?? {} }),
    'voices.mark': async ({ voiceId, favourite, alias, tags, used, name }) => {
      const own = new Map(Object.entries(file.read()[connectionId()] ?? {}));
      const before = own.get(voiceId) ?? unmarked;
      const mark: VoiceMark = {
        favourite: favourite ?? before.favourite,
        alias: alias === undefined ? before.alias : alias,
        tags: tags === undefined ? before.tags : [...new Set(tags)],
        usedAt: used === true ? now() : before.usedAt,
        name: name ?? before.name,
      };
      own.delete(voiceId);
      const says = mark.favourite || mark.alias !== null || mark.tags.length > 0 || mark.usedAt !== null;
      if (says) own.set(voiceId, mark);
      for (const oldest of own.keys()) {
        if (own.size <= maximumVoices) break;
        own.delete(oldest);
      }
      file.write({ ...file.read(), [connectionId()]: Object.fromEntries(own) });
      onMark(voiceId, mark);
      return Promise.resolve(mark);
    },
  };
}
