import { message, type Message } from '#shared/messages/message.ts';

/** A failure’s text of a test’s own, as what the service says stands in one. */
export const said = (text: string): Message => message('failures.verbatim', text);
