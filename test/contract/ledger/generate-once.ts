import { SpeechFixture } from '../speech/fixture.ts';

/** A program that makes one block: `… DIRECTORY BASE_URL KEY [MODEL]`. Prints what came of it. */
const [directory, baseUrl, apiKey, modelId] = process.argv.slice(2);
const fixture = await SpeechFixture.open({ baseUrl: baseUrl!, apiKey: apiKey! }, directory);
const project = await fixture.project(['One sentence, to be paid for.'], modelId ?? null);
const { out } = await fixture.generate(project);
console.log(JSON.stringify(out));
await fixture.shut();
