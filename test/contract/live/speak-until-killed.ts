import { LiveFixture } from './fixture.ts';

/** A program that ends, without a chance to clean up, while it speaks: `… DIRECTORY BASE_URL REALTIME_URL KEY VOICE MODE EVENT`. */
const [directory, baseUrl, realtimeUrl, apiKey, voiceId, mode, fatal] = process.argv.slice(2);
const fixture = await LiveFixture.open({ baseUrl: baseUrl!, realtimeUrl: realtimeUrl!, apiKey: apiKey! }, directory);
const speaking = fixture.speak(voiceId!, { mode: mode as 'simple' | 'reliable' });
speaking.say('The first phrase.', 'It was a long story, and nobody knew how it would end. '.repeat(12).trim());
await speaking.until(fatal as 'audio');
process.kill(process.pid, 'SIGKILL');
