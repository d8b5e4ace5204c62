import { type Refusal } from '#shared/wire/added-models.ts';

/** Nothing is added, and why. */
export class Refused extends Error {
  readonly reason: Refusal['reason'];
  readonly about: string | null;
  readonly file: string | null;

  constructor(reason: Refusal['reason'], about: string | null = null, file: string | null = null) {
    super(reason);
    this.reason = reason;
    this.about = about;
    this.file = file;
  }
}
