import { writeSync } from 'node:fs';
import { SpeechFixture } from './fixture.ts';

/** A program that ends, without a chance to clean up, in the middle of a generation: `… DIRECTORY BASE_URL KEY MODEL EVENT`. */
const [directory, baseUrl, apiKey, modelId, fatal] = process.argv.slice(2);
const fixture = await SpeechFixture.open({ baseUrl: baseUrl!, apiKey: apiKey! }, directory);
const text = 'It was a long story, and nobody knew how it would end. '.repeat(40).trim();
const project = await fixture.project([text], modelId === '' ? null : modelId);
writeSync(1, `${JSON.stringify({ path: project.path })}\n`);
await fixture.generate(project, undefined, undefined, (event) => {
  if (event.type === fatal) process.kill(process.pid, 'SIGKILL');
});
throw new Error(`There was no ${fatal}.`);
