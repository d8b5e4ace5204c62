import { SpeechDesk } from '../speech/desk.ts';

/** A program that makes one block: `… DIRECTORY BASE_URL KEY [MODEL]`. Prints what came of it. */
const [directory, baseUrl, apiKey, modelId] = process.argv.slice(2);
const desk = await SpeechDesk.open({ baseUrl: baseUrl!, apiKey: apiKey! }, directory);
const project = await desk.project(['One sentence, to be paid for.'], modelId ?? null);
const { out } = await desk.generate(project);
console.log(JSON.stringify(out));
await desk.shut();
