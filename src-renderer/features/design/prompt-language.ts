import { spokenLanguages } from '#shared/messages/spoken-lines.ts';

/** What languages are called in a prompt, English or German. */
const names = spokenLanguages.flatMap((code) =>
  ['en', 'de'].map((locale) => ({ code, name: new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code })),
);

/** The language that a prompt names first; a voice with a German accent need not speak German. */
export function languageNamed(prompt: string): string | undefined {
  const found = names.flatMap(({ code, name }) => {
    const at = new RegExp(`(?<!\\p{L})${name}(?!\\p{L}|[\\s-]+(?:accent|akzent))`, 'iu').exec(prompt)?.index;
    return at === undefined ? [] : [{ code, at }];
  });
  return found.sort((one, other) => one.at - other.at)[0]?.code;
}
