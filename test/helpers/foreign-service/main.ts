import { parseArgs } from 'node:util';
import { characters } from './characters.ts';
import { startForeignService } from './index.ts';

/** `node main.ts --character bare --port 0`: prints one line of JSON with the addresses and the key, and serves until SIGTERM. */
const { values } = parseArgs({
  options: {
    character: { type: 'string', default: 'bare' },
    port: { type: 'string', default: '0' },
    'realtime-port': { type: 'string', default: '0' },
    key: { type: 'string' },
    speech: { type: 'string', default: 'flite' },
  },
});
const character = characters.find((each) => each === values.character);
if (character === undefined) throw new Error(`--character must be one of ${characters.join(', ')}.`);
const service = await startForeignService({
  character,
  port: Number(values.port),
  realtimePort: Number(values['realtime-port']),
  speech: values.speech === 'tones' ? 'tones' : 'flite',
  ...(values.key === undefined ? {} : { key: values.key }),
});
process.stdout.write(`${JSON.stringify({ base_url: service.baseUrl, realtime_url: service.realtimeUrl, api_key: service.key })}\n`);
const end = () => void service.stop().then(() => process.exit(0));
process.once('SIGTERM', end);
process.once('SIGINT', end);
