/** Counts what would have ended this process: exceptions that nothing catches, and promises whose refusal nobody handles. */
export function watchProcess(): { errors: unknown[]; stop: () => void } {
  const errors: unknown[] = [];
  const note = (thrown: unknown): void => {
    errors.push(thrown);
  };
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
  return {
    errors,
    stop: () => {
      process.off('uncaughtException', note);
      process.off('unhandledRejection', note);
    },
  };
}
