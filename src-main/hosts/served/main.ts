import { parseHostOptions, usage, UsageError } from '../shared/options.ts';
import { runServed } from './run.ts';

/** `node src-main/hosts/served/main.ts [--port N] [--no-open] [--profile DIR]` */
async function main(): Promise<number> {
  try {
    const options = parseHostOptions(process.argv.slice(2));
    if (options === 'help') {
      process.stderr.write(`${usage}\n`);
      return 0;
    }
    return await runServed(options);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    process.stderr.write(`voicewright: ${thrown.message}\n\n${usage}\n`);
    return 2;
  }
}

process.exit(await main());
