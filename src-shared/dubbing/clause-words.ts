/** Words by which a clause is recognised, for English and German. In lower case. */
export interface ClauseWords {
  /** Subjects: a clause begins with one, or has one. A sentence never ends with one that is `lonely`. */
  subjects: ReadonlySet<string>;
  lonely: ReadonlySet<string>;
  /** Verbs that need another word, and others that are frequent: a clause has one. */
  auxiliaries: ReadonlySet<string>;
  verbs: ReadonlySet<string>;
  /** Between two main clauses. */
  joining: ReadonlySet<string>;
  /** Before a clause that may be left out, behind a comma; and those that may go without one. */
  subordinating: ReadonlySet<string>;
  bare: ReadonlySet<string>;
  /** What begins with one is only the first part of a sentence. */
  opening: ReadonlySet<string>;
  /** Belong to what follows. Articles, prepositions and conjunctions do as well. */
  binding: ReadonlySet<string>;
  /** Frequent words of this language that the other does not have. */
  frequent: ReadonlySet<string>;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const english: ClauseWords = {
  subjects: set(
    'i you he she it we they this that these those there nobody somebody everybody anybody someone everyone anyone nothing something everything i’m you’re he’s she’s it’s we’re they’re i’ve you’ve we’ve they’ve i’ll you’ll he’ll she’ll we’ll they’ll i’d you’d he’d she’d we’d they’d that’s there’s',
  ),
  lonely: set('i he she we they who which'),
  auxiliaries: set(
    'am is are was were be been being has have had do does did will would can could shall should may might must isn’t aren’t wasn’t weren’t hasn’t haven’t hadn’t don’t doesn’t didn’t won’t wouldn’t can’t couldn’t shouldn’t',
  ),
  verbs: set(
    'came went said saw knew got made took gave told found thought left felt put kept held brought began heard let meant stood ran sat lost wrote spoke fell stayed waited wanted needed looked turned asked called tried opened closed stopped started lived died comes goes says knows wants needs likes loves thinks sees gets makes takes gives looks stays lives',
  ),
  joining: set('and but or so yet then'),
  subordinating: set('because although though while whereas unless until if when where which since as before after'),
  bare: set('because although though unless until'),
  opening: set(
    'if when because although though while whereas unless until since as once before after in on at by for from with without under over during through despite among between either neither both whether not what whatever whoever whenever wherever to',
  ),
  binding: set('my your our their its whose very too quite rather not no more most less such'),
  frequent: set('the and of is it you he she they we i not this but my your what there'),
};

export const german: ClauseWords = {
  subjects: set('ich du er sie es wir ihr man das dies niemand jemand alle keiner jeder nichts etwas'),
  lonely: set('ich du er wir man'),
  auxiliaries: set(
    'bin bist ist sind seid war warst waren wart hat habe hast haben habt hatte hatten wird werde wirst werden werdet wurde wurden kann kannst können konnte konnten muss musst müssen musste mussten soll sollen sollte sollten will willst wollen wollte wollten darf dürfen durfte mag möchte möchten würde würden hätte hätten wäre wären könnte könnten',
  ),
  verbs: set(
    'kam kamen ging gingen sagte sagten sah sahen wusste machte nahm gab fand dachte blieb blieben stand standen lief liefen saß hielt brachte begann hörte ließ kommt kommen geht gehen sagt sieht weiß macht nimmt gibt findet denkt bleibt bleiben steht läuft hält bringt hört lässt wartet wartete lebt lebte',
  ),
  joining: set('und aber oder denn doch dann'),
  subordinating: set('weil obwohl obgleich während wenn falls sobald solange bevor nachdem bis damit sodass wobei weshalb'),
  bare: set(''),
  opening: set(
    'wenn als weil obwohl obgleich während falls sobald solange bevor nachdem bis damit da dass ob wer was wo wie warum seit in im an am auf bei mit nach von vor zu für gegen ohne um aus durch über unter hinter neben zwischen trotz entweder weder sowohl zwar je nicht',
  ),
  binding: set(
    'mein meine meinen meinem meiner dein deine deinen deinem deiner sein seine seinen seinem seiner unser unsere unseren unserem unserer euer eure ihre ihren ihrem ihrer kein keine keinen keinem keiner dieser diese dieses diesen diesem sehr nicht mehr so ganz noch derjenige diejenige dasjenige diejenigen',
  ),
  frequent: set('der die das und ist nicht ein eine ich du er sie es wir den dem zu mit auch'),
};
