import type { paidOperations } from '#shared/operations/paid.ts';
import { PaidStudio } from './studio.ts';

/** Buys one thing, and kills itself with SIGKILL as soon as its operation is in the wanted state. */
const [directory, baseUrl, apiKey, name, input, state] = process.argv.slice(2);
const studio = await PaidStudio.open({ baseUrl: baseUrl!, apiKey: apiKey! }, directory);
studio.work.coordinator.onChange((operation) => {
  if (operation.state === state) process.kill(process.pid, 'SIGKILL');
});
await studio.call(name as keyof typeof paidOperations, JSON.parse(input!) as never);
