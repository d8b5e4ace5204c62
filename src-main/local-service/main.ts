import { parseArgs } from 'node:util';
import { priceList } from './accounts/price-list.ts';
import { createApp } from './http/app.ts';
import { createBoundedServer } from './http/server.ts';
import { realtimeSettings } from './realtime/settings.ts';
import { Realtime } from './realtime/upgrade.ts';
import { openService } from './service.ts';

const usage = `npm run service -- --data DIR [option ...]

  --data DIR                the folder that everything is kept in
  --port N                  the port of 127.0.0.1; a free one by default
  --key KEY                 the key of the first account; VOICEWRIGHT_SERVICE_KEY keeps it out of the list of processes. Without either
                            one is made and kept in DIR
  --quota N, --credits N    what an account begins with
  --threads N               threads that speak
  --queue N                 how much may wait before a 429
  --places N                speeches that one thread works on at a time
  --request-seconds N       how long a request may take to arrive whole
  --preview-lifetime N      seconds for which previews of a voice design are kept
  --import-seconds N        how long remote media is waited for
  --recogniser PROGRAM      transcribes what the service did not speak itself (recognition/program-recogniser.ts); "none" for nothing.
                            Without it, the Whisper model that was added last transcribes, else an installed pocketsphinx drafts English
  --added DIR               where added voices and recognisers lie, shared with other services; a folder in DIR without it
  --packages DIR            where the package for models is installed (models/sherpa.ts); a folder in DIR without it
  --realtime NAME=N         changes a time or number of realtime/settings.ts; may stand several times
  --prices                  adds what everything costs, in credits, to the line that it prints (accounts/price-list.ts)
  --exit-with-parent        ends when what started it does
`;

/** Prints one line of JSON when it listens. */
const values = readOptions();

function readOptions() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        key: { type: 'string' },
        quota: { type: 'string', default: '100000000' },
        credits: { type: 'string', default: '100000000' },
        threads: { type: 'string' },
        queue: { type: 'string' },
        places: { type: 'string' },
        'request-seconds': { type: 'string', default: '60' },
        realtime: { type: 'string', multiple: true, default: [] },
        'preview-lifetime': { type: 'string', default: '86400' },
        'import-seconds': { type: 'string', default: '30' },
        recogniser: { type: 'string' },
        added: { type: 'string' },
        packages: { type: 'string' },
        prices: { type: 'boolean', default: false },
        'exit-with-parent': { type: 'boolean', default: false },
      },
    }).values;
  } catch (thrown) {
    return stopWith(`${thrown instanceof Error ? thrown.message : 'The options cannot be read.'}\n\n${usage}`);
  }
}
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}

function wholeNumber(name: string, text: string, maximum: number): number {
  const value = Number(text);
  if (!/^\d+$/u.test(text) || value > maximum) stopWith(`--${name}: must be a whole number up to ${maximum}`);
  return value;
}

function stopWith(message: string): never {
  console.error(message);
  process.exit(1);
}

// The file holds the key that was made here.
process.umask(0o077);
const environmentKey = process.env['VOICEWRIGHT_SERVICE_KEY'];
delete process.env['VOICEWRIGHT_SERVICE_KEY'];
const key = values.key ?? environmentKey;
if (key !== undefined && !/^[\x21-\x7e]{1,200}$/u.test(key)) stopWith('The key must be 1 to 200 visible ASCII characters');
const folder = values.data ?? stopWith('--data DIR is missing: the folder that the service keeps its file in');
const port = wholeNumber('port', values.port, 65_535);
const grant = {
  quota: wholeNumber('quota', values.quota, Number.MAX_SAFE_INTEGER),
  credits: wholeNumber('credits', values.credits, Number.MAX_SAFE_INTEGER),
};
const threads = values.threads === undefined ? undefined : wholeNumber('threads', values.threads, 64);
const queue = values.queue === undefined ? undefined : wholeNumber('queue', values.queue, 100_000);
const places = values.places === undefined ? undefined : wholeNumber('places', values.places, 1_000);
if (places === 0) stopWith('--places: must be at least 1');
const importSeconds = wholeNumber('import-seconds', values['import-seconds'], 3_600);
const requestSeconds = wholeNumber('request-seconds', values['request-seconds'], 3_600);

const previewLifetimeSeconds = wholeNumber('preview-lifetime', values['preview-lifetime'], 31_536_000);

const realtimeTimes = (() => {
  try {
    return realtimeSettings(values.realtime);
  } catch (error) {
    return stopWith(error instanceof Error ? error.message : String(error));
  }
})();

const service = (() => {
  try {
    const own = { realtime: realtimeTimes, previewLifetimeSeconds, importSeconds, recogniser: values.recogniser, added: values.added };
    return openService({ folder, key, grant, threads, queue, places, packages: values.packages, ...own });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return stopWith(/locked/u.test(message) ? `Another local service already works on ${folder}` : `${folder} cannot be used: ${message}`);
  }
})();

let hosts: string[] = [];
const app = createApp(service, () => hosts);
const server = createBoundedServer(app, requestSeconds);
const realtime = new Realtime(service);
realtime.attach(server, () => hosts);
// Once it listens, an error is one of a connection that could not be taken; the others go on.
server.on('error', (error: Error) => {
  if (server.listening) console.error(error);
  else stopWith(`The service cannot listen on 127.0.0.1:${port}: ${error.message}`);
});
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  hosts = [`127.0.0.1:${taken}`, `localhost:${taken}`];
  const line = { base_url: `http://127.0.0.1:${taken}`, realtime_url: `ws://127.0.0.1:${taken}`, api_key: service.apiKey };
  process.stdout.write(`${JSON.stringify(values.prices ? { ...line, prices: priceList() } : line)}\n`);
});

let ending = false;
function end(): void {
  if (ending) return;
  ending = true;
  server.close();
  realtime.close();
  server.closeAllConnections();
  void service.close().then(() => process.exit(0));
}
process.on('SIGTERM', end);
process.on('SIGINT', end);
if (values['exit-with-parent']) {
  process.stdin.on('end', end).on('error', end).resume();
}
