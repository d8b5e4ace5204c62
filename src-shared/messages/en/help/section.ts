/**
 * The Help page. In texts, `**${domain.id}**` is a name on the screen, taken from its message so that both change together, and
 * `{command.id}` the keys of a command; tests look both up. A panel’s section has the panel’s id.
 */
interface HelpTopic {
  readonly title: string;
  readonly text?: readonly string[];
  /** What to do, in order. */
  readonly steps?: readonly string[];
}

export interface HelpSection {
  readonly id: string;
  readonly group: 'start' | 'panels' | 'more';
  readonly title: string;
  /** What it is for, in one or two sentences. */
  readonly intro: string;
  readonly topics: readonly HelpTopic[];
}
