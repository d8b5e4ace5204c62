import { resolve } from 'node:path';
import { defaultProfileDirectory } from '../shared/folders.ts';

/**
 * The profile that `--profile=DIR` names. Everything else of the command line belongs to Chromium and to the program that drives it,
 * and is left alone.
 */
export function profileFromArguments(argv: readonly string[]): { profileDirectory: string; profileNamed: boolean } {
  const prefix = '--profile=';
  const named = argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length);
  if (named === undefined || named === '') return { profileDirectory: defaultProfileDirectory(), profileNamed: false };
  return { profileDirectory: resolve(named), profileNamed: true };
}
