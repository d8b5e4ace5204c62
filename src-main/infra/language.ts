import { setLanguage } from '#shared/messages/index.ts';
import { languageOfTag, type Language, type LanguageChoice } from '#shared/messages/languages.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The language of the computer: `VOICEWRIGHT_LANGUAGE`, else what the system says, else English. */
function systemLanguage(env: Environment = process.env, platform: NodeJS.Platform = process.platform): Language {
  const named = ['VOICEWRIGHT_LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG'].map((name) => env[name] ?? '').find((tag) => tag !== '');
  if (named !== undefined) return languageOfTag(named);
  // Windows and macOS say it to Node, and set no such variables.
  return platform === 'linux' ? 'en' : languageOfTag(Intl.DateTimeFormat().resolvedOptions().locale);
}

/** Says everything in the language that was chosen from now on. */
export const speakLanguage = (choice: LanguageChoice = 'system'): Promise<void> =>
  setLanguage(choice === 'system' ? systemLanguage() : choice);
