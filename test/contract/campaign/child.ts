import { text } from 'node:stream/consumers';
import { context } from '../speech/desk.ts';
import type { ChildOrder } from './child-process.ts';
import { openProfile } from './profile.ts';
import { wantAll } from './want.ts';
import { CampaignStudio } from './studio.ts';

/** A studio in a process of its own, for the system to kill: what it is to want comes by standard input. */
const order = JSON.parse(await text(process.stdin)) as ChildOrder;
const profile = await openProfile(order.directory);
await profile.library.services['project.open']({ path: order.script.path }, context());
const studio = new CampaignStudio(order.place, profile, order);
const wrong = await wantAll(studio, order.schedule, () => undefined);
await studio.close();
await profile.shut();
if (wrong.length > 0) throw new Error(wrong.join('\n'));
process.stdout.write('over\n');
