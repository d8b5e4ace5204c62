import { type Answer, type Call, type Route, json } from './answer.ts';
import { type JsonObject, readUrl, rejectUnknown } from './fields.ts';
import { describeModel } from './models.ts';
import { type World, wholeQuota } from './world.ts';

/** The profile and the public capability document. */
export function accountRoutes(world: World): Route[] {
  return [
    { method: 'GET', path: '/api/open/v1/profile', summary: 'Read the profile', handle: (call) => json(200, profile(world, call)) },
    { method: 'POST', path: '/api/open/v1/profile', summary: 'Update the profile', handle: (call) => updateProfile(world, call) },
    {
      method: 'GET',
      path: '/api/open/v3/speech/tts/capabilities',
      summary: 'Models and what they can do',
      open: true,
      handle: () => json(200, capabilities(world)),
    },
  ];
}

function profile(world: World, call: Call): JsonObject {
  const { account } = call;
  const named = {
    user_id: account.userId,
    api_quota_remaining: wholeQuota(account),
    tier: account.tier,
    credits: Math.floor(account.credits),
  };
  if (world.character === 'bare') return named;
  if (world.character === 'odd')
    return { ...named, email: null, webhookUrl: account.webhookUrl, avatar: null, plan_expires_at: null, organisation: null };
  return {
    ...named,
    webhookUrl: account.webhookUrl,
    email: 'studio@example.test',
    credits_exact: account.credits + 0.25,
    plan: { name: 'Constellation', renewsAt: '2031-01-01T00:00:00Z', features: ['live', 'theta'] },
    limits: { concurrency: 2.5 },
    created_at: 1_735_689_600,
  };
}

function updateProfile(world: World, call: Call): Answer {
  const body = call.json();
  if (world.character === 'odd') rejectUnknown(body, ['webhookUrl']);
  const address = body['webhookUrl'] === null ? null : readUrl(body, 'webhookUrl');
  if (address !== undefined) call.account.webhookUrl = address;
  return json(200, profile(world, call));
}

function capabilities(world: World): JsonObject {
  const models = world.models.map((model) => describeModel(world.character, model));
  const named = { contractVersion: 'v3', route: '/api/open/v3/speech/tts', models };
  if (world.character === 'bare') return named;
  if (world.character === 'odd') return { deprecations: null, ...named, updatedAt: null };
  return { ...named, generatedAt: 1_735_689_600.5, region: 'mars-1', families: ['alpha', 'theta'], experiments: { breathiness: true } };
}
