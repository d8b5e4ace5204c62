/**
 * What a voice says to be tried, in its own language: not in that of the window, which it may not speak. A language that is not here hears
 * English, as every voice of the interface can read it.
 */
interface SpokenLines {
  /** Of a voice of the catalogue. */
  sample: string;
  /** Of a voice that was just cloned. */
  clone: string;
  /** Of the candidates of a design. */
  design: string;
}

const lines: Readonly<Record<string, SpokenLines>> = {
  en: {
    sample: 'The lighthouse keeper counted the waves, as he had every night for thirty years.',
    clone: 'The lamp had burned since dusk, and nobody in the house could say who had lit it.',
    design: 'The morning was quiet, and the sea lay flat as glass. Who would have thought that it could change so fast?',
  },
  de: {
    sample: 'Der Leuchtturmwärter zählte die Wellen, wie jede Nacht seit dreißig Jahren.',
    clone: 'Die Lampe brannte seit der Dämmerung, und niemand im Haus wusste, wer sie angezündet hatte.',
    design: 'Der Morgen war still, und das Meer lag glatt wie Glas. Wer hätte gedacht, dass es sich so schnell ändern kann?',
  },
  es: {
    sample: 'El farero contaba las olas, como cada noche desde hacía treinta años.',
    clone: 'La lámpara ardía desde el anochecer, y nadie en la casa sabía quién la había encendido.',
    design: 'La mañana estaba tranquila y el mar, liso como un espejo. ¿Quién habría pensado que podía cambiar tan deprisa?',
  },
  fr: {
    sample: 'Le gardien du phare comptait les vagues, comme chaque nuit depuis trente ans.',
    clone: 'La lampe brûlait depuis le crépuscule, et personne dans la maison ne savait qui l’avait allumée.',
    design: 'Le matin était calme, et la mer lisse comme un miroir. Qui aurait cru qu’elle pouvait changer si vite ?',
  },
  it: {
    sample: 'Il guardiano del faro contava le onde, come ogni notte da trent’anni.',
    clone: 'La lampada ardeva dal tramonto, e nessuno in casa sapeva chi l’avesse accesa.',
    design: 'La mattina era tranquilla e il mare liscio come uno specchio. Chi avrebbe mai pensato che potesse cambiare così in fretta?',
  },
  nl: {
    sample: 'De vuurtorenwachter telde de golven, zoals elke nacht sinds dertig jaar.',
    clone: 'De lamp brandde al sinds de schemering, en niemand in huis wist wie haar had aangestoken.',
    design: 'De ochtend was stil, en de zee lag glad als een spiegel. Wie had gedacht dat ze zo snel kon veranderen?',
  },
  pl: {
    sample: 'Latarnik liczył fale, jak każdej nocy od trzydziestu lat.',
    clone: 'Lampa paliła się od zmierzchu i nikt w domu nie wiedział, kto ją zapalił.',
    design: 'Poranek był cichy, a morze gładkie jak lustro. Kto by pomyślał, że tak szybko może się zmienić?',
  },
  pt: {
    sample: 'O faroleiro contava as ondas, como fazia todas as noites há trinta anos.',
    clone: 'A lâmpada ardia desde o anoitecer, e ninguém na casa sabia quem a tinha acendido.',
    design: 'A manhã estava calma e o mar, liso como um espelho. Quem diria que podia mudar tão depressa?',
  },
  ja: {
    sample: '灯台守は、三十年間毎晩そうしてきたように、波の数を数えていた。',
    clone: 'ランプは夕暮れから灯っていたが、誰がつけたのか、家の者は誰も知らなかった。',
    design: '朝は静かで、海は鏡のように穏やかだった。こんなに急に変わるとは、誰が思っただろう。',
  },
  zh: {
    sample: '灯塔看守人数着海浪，三十年来夜夜如此。',
    clone: '那盏灯从黄昏起就亮着，屋里没有人知道是谁点的。',
    design: '早晨很安静，海面平得像一面镜子。谁会想到它变得这么快呢？',
  },
};

/** The line of a language: a BCP 47 tag, with `-` or `_`, of which the first part counts. Without a tag, or with one that has no line, English. */
export function spokenLine(kind: keyof SpokenLines, language: string | undefined): string {
  const [primary = ''] = (language ?? '').toLowerCase().split(/[-_]/u);
  const own = Object.hasOwn(lines, primary) ? lines[primary] : lines['en'];
  return own?.[kind] ?? '';
}

/** True for a line that is here, in any language: nobody wrote it. */
export const isSpokenLine = (kind: keyof SpokenLines, text: string): boolean => Object.values(lines).some((own) => own[kind] === text);

/** Languages that have lines. */
export const spokenLanguages: readonly string[] = Object.keys(lines);
