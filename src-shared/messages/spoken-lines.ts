/**
 * What a voice says to be tried, in its own language: not in that of the window, which it may not speak. A language that is not here hears
 * English, as every voice of the interface can read it.
 */
interface SpokenLines {
  /** Of a voice of the catalogue. */
  sample: string;
  /** Of a voice that was just cloned. */
  clone: string;
}

const lines: Readonly<Record<string, SpokenLines>> = {
  en: {
    sample: 'The lighthouse keeper counted the waves, as he had every night for thirty years.',
    clone: 'The lamp had burned since dusk, and nobody in the house could say who had lit it.',
  },
  de: {
    sample: 'Der Leuchtturmwärter zählte die Wellen, wie jede Nacht seit dreißig Jahren.',
    clone: 'Die Lampe brannte seit der Dämmerung, und niemand im Haus wusste, wer sie angezündet hatte.',
  },
  es: {
    sample: 'El farero contaba las olas, como cada noche desde hacía treinta años.',
    clone: 'La lámpara ardía desde el anochecer, y nadie en la casa sabía quién la había encendido.',
  },
  fr: {
    sample: 'Le gardien du phare comptait les vagues, comme chaque nuit depuis trente ans.',
    clone: 'La lampe brûlait depuis le crépuscule, et personne dans la maison ne savait qui l’avait allumée.',
  },
  it: {
    sample: 'Il guardiano del faro contava le onde, come ogni notte da trent’anni.',
    clone: 'La lampada ardeva dal tramonto, e nessuno in casa sapeva chi l’avesse accesa.',
  },
  nl: {
    sample: 'De vuurtorenwachter telde de golven, zoals elke nacht sinds dertig jaar.',
    clone: 'De lamp brandde al sinds de schemering, en niemand in huis wist wie haar had aangestoken.',
  },
  pl: {
    sample: 'Latarnik liczył fale, jak każdej nocy od trzydziestu lat.',
    clone: 'Lampa paliła się od zmierzchu i nikt w domu nie wiedział, kto ją zapalił.',
  },
  pt: {
    sample: 'O faroleiro contava as ondas, como fazia todas as noites há trinta anos.',
    clone: 'A lâmpada ardia desde o anoitecer, e ninguém na casa sabia quem a tinha acendido.',
  },
  ja: {
    sample: '灯台守は、三十年間毎晩そうしてきたように、波の数を数えていた。',
    clone: 'ランプは夕暮れから灯っていたが、誰がつけたのか、家の者は誰も知らなかった。',
  },
  zh: {
    sample: '灯塔看守人数着海浪，三十年来夜夜如此。',
    clone: '那盏灯从黄昏起就亮着，屋里没有人知道是谁点的。',
  },
};

/** The line of a language: a BCP 47 tag, with `-` or `_`, of which the first part counts. Without a tag, or with one that has no line, English. */
export function spokenLine(kind: keyof SpokenLines, language: string | undefined): string {
  const [primary = ''] = (language ?? '').toLowerCase().split(/[-_]/u);
  const own = Object.hasOwn(lines, primary) ? lines[primary] : lines['en'];
  return own?.[kind] ?? '';
}
