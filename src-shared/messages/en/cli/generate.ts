export const generate = {
  // src-main/hosts/cli/project-commands.ts
  generateCommand: 'generate the audio of the blocks that need it; what is paid for already is not sent',
  maxCreditsOption: 'buy nothing that might cost more than this in all',
  creditsNegative: 'Enter 0 or more credits.',

  // src-main/hosts/cli/project-generate.ts
  progress: (settled: number, total: number, failed: number) => `${settled} of ${total} blocks${failed > 0 ? `, ${failed} failed` : ''}`,
  firstVoice: (name: string) => `The project has no voice. Using ${name}; choose another with project set --voice.`,
  findingWords: 'finding words…',
  split: (chapter: number, added: number) =>
    `Chapter ${chapter}: text that is too long for its model was split, which added ${added} ${added === 1 ? 'block' : 'blocks'}.`,
  blockFailed: (chapter: number, blockId: string, text: string) => `Chapter ${chapter}, block ${blockId}: ${text}`,
  skipped: (blocks: number, why: string) => `${blocks} ${blocks === 1 ? 'block was' : 'blocks were'} not generated. ${why}`,
  notReached: 'The service could not be reached in time.',
  result: (made: number, reused: number, failed: number, skipped: number) =>
    `Generated ${made}, reused ${reused}, failed ${failed}, skipped ${skipped}.`,
  cost: (credits: number | null) =>
    credits === null ? 'The service did not report the cost.' : `${credits} ${credits === 1 ? 'credit' : 'credits'} used.`,

  // src-main/hosts/cli/run-budget.ts
  priceUnknown: (cap: number) =>
    `The price is not known yet, and the service publishes none, so nothing was generated within ${cap} credits. Generate one chapter without --max-credits to learn the price.`,
  capWouldBePassed: (cap: number, spent: number, estimate: number) =>
    `It costs about ${estimate} credits; with ${spent} spent it might pass the ${cap} of --max-credits.`,
} as const;
