type SetupWords = Readonly<Record<string, string | ((...values: string[]) => string)>>;

export function setupWords(env?: Readonly<Record<string, string | undefined>>, platform?: string, locale?: string): SetupWords;
