import { newProfileDirectory, openProfile, type Profile } from './profile.ts';
import { writeScript, type Makings, type Script } from './world.ts';

/** Schedules on one profile; a new one keeps its ledger short. */
const schedulesPerProfile = 30;

/** Profiles for one schedule after another: opening one is most of a start, so each serves many. */
export class ProfilePool {
  readonly #makings: Makings;
  readonly #directory: string;
  #open: { profile: Profile; script: Script } | undefined;
  #used = 0;

  /** `directory`: where the profiles are made. */
  constructor(makings: Makings, directory: string) {
    this.#makings = makings;
    this.#directory = directory;
  }

  async take(): Promise<{ profile: Profile; script: Script }> {
    if (this.#used >= schedulesPerProfile) await this.close();
    if (this.#open === undefined) {
      const profile = await openProfile(newProfileDirectory(this.#directory));
      this.#open = { profile, script: await writeScript(profile.library, this.#makings, schedulesPerProfile + 1) };
      this.#used = 0;
    }
    this.#used++;
    return this.#open;
  }

  /** The same files, opened again by somebody else. */
  replace(profile: Profile): void {
    if (this.#open !== undefined) this.#open.profile = profile;
  }

  /** Also drops a profile that is not to be used again; the next one is new. */
  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    this.#used = 0;
    await open?.profile.close();
  }
}
