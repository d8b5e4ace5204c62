import { speakLanguage } from '../../infra/language.ts';
import { formatUsage, parseHostOptions, UsageError } from '../shared/options.ts';
import { runServed } from './run.ts';

/** `node src-main/hosts/served/main.ts [--port N] [--no-open] [--profile DIR]` */
async function main(): Promise<number> {
  await speakLanguage();
  try {
    const options = parseHostOptions(process.argv.slice(2));
    if (options === 'help') {
      process.stderr.write(`${formatUsage()}\n`);
      return 0;
    }
    return await runServed(options);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    process.stderr.write(`voicewright: ${thrown.message}\n\n${formatUsage()}\n`);
    return 2;
  }
}

process.exit(await main());
