/**
 * The Help page. In texts, `**Label**` is a name on the screen exactly as the catalogue has it, and `{command.id}` the keys of a
 * command; tests look both up. A panel’s section has the panel’s id.
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
