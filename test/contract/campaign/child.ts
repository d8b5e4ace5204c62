import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { context } from '../speech/fixture.ts';
import type { ChildOrder } from './child-process.ts';
import { openProfile } from './profile.ts';
import { wantAll } from './want.ts';
import { CampaignStudio } from './studio.ts';

/** A studio in a process of its own, for the system to kill: what it is to want comes by standard input, and then the word to begin. */
const lines = createInterface({ input: process.stdin });
const [text] = (await once(lines, 'line')) as [string];
const order = JSON.parse(text) as ChildOrder;
const profile = await openProfile(order.directory);
await profile.library.services['project.open']({ path: order.script.path }, context());
const studio = new CampaignStudio(order.place, profile, order);
const begun = once(lines, 'line');
flushCompileCache(); // one that is killed keeps nothing
process.stdout.write('ready\n');
await begun;
const wrong = await wantAll(studio, order.schedule, () => undefined);
await studio.close();
await profile.shut();
lines.close();
if (wrong.length > 0) throw new Error(wrong.join('\n'));
process.stdout.write('over\n');
