import type { Pronunciation } from '#shared/narration/pronunciation.ts';
import { ServiceAccount, type AccountKeeper } from '../paid-requests/account.ts';
import { Budget } from '../paid-requests/budget/budget.ts';
import { openSpending, type Spending } from '../paid-requests/budget/spending.ts';
import { openLedger } from '../paid-requests/ledger/ledger.ts';
import { withListedPrices } from '../paid-requests/ledger/listed-prices.ts';
import { observable, type ObservableLedger } from '../paid-requests/ledger/observable.ts';
import { createThrottle, type Throttle } from '../paid-requests/throttle.ts';
import { checkReachable } from '../features/connections/check.ts';
import { lastTarget } from '../features/connections/targets.ts';
import { openConnectionStore, type ConnectionStore } from '../features/connections/store.ts';
import { ServiceVoices, type VoiceDirectory } from '../features/voices/service.ts';
import { createKeys, type Keys } from '../infra/secrets/keys.ts';
import type { Platform } from '../infra/platform.ts';
import { openLibrary, type LibraryService } from '../library/library.ts';
import { DialogGrants } from '../library/writable-path.ts';
import { createConnection, type ConnectionKeeper } from '../service-client/connection.ts';
import { sleepOnTimer } from '../service-client/exchange.ts';
import { createAnnouncements, type Announcements } from './events.ts';
import { createRecent, type Recent } from './recent.ts';

/** What the features are made of: the connection, the ledger and what it is spent on, the library. */
export interface Core {
  platform: Platform;
  announcements: Announcements;
  recent: Recent;
  connectionStore: ConnectionStore;
  keys: Keys;
  connection: ConnectionKeeper;
  /** As it is in the file, with its changes. */
  changes: Pick<ObservableLedger, 'onChange'>;
  spending: Spending;
  budget: Budget;
  grants: DialogGrants;
  library: LibraryService;
  /** Of the settings: the same list until it changes, for what is made of it is remembered by it. */
  shared: { pronunciations: readonly Pronunciation[] };
  account: AccountKeeper;
  voices: VoiceDirectory;
  throttle: Throttle;
}

export async function openCore(platform: Platform): Promise<Core> {
  const { log, preferences, profileDirectory } = platform;
  const announcements = createAnnouncements();
  const recent = createRecent(preferences, (list) => announcements.say({ type: 'recent', recent: list }));
  const connectionStore = openConnectionStore(profileDirectory, log);
  const keys = createKeys(platform.secrets, log);
  const first = lastTarget({ store: connectionStore, keys });
  const { lastAnswered } = connectionStore.read();
  const connection = createConnection({
    platform,
    log,
    check: checkReachable,
    ...(first !== undefined && { first }),
    ...(lastAnswered !== null && { lastAnswered }),
  });
  const changes = observable(withListedPrices(await openLedger({ profileDirectory, log }), (id) => connection.prices(id)));
  const spending = openSpending(profileDirectory, 'studio');
  const shared = { pronunciations: preferences.get('settings').pronunciations };
  const grants = new DialogGrants();
  const library = await openLibrary({
    profileDirectory,
    projectsDirectory: platform.projectsDirectory,
    ...(platform.host.nativeDialogs && { grants }),
    log,
    recent,
    sharedPronunciations: () => shared.pronunciations,
    connectionId: () => connection.current().id,
    onTake: (projectId, take) => announcements.say({ type: 'take', projectId, take }),
    onProject: (projectId, change) => announcements.say({ type: 'project-changed', projectId, change }),
    onPickups: (projectId, change) => announcements.say({ type: 'pickups', projectId, change }),
    onFocus: (projectId) => announcements.say({ type: 'focus', projectId }),
  });
  return {
    platform,
    announcements,
    recent,
    connectionStore,
    keys,
    connection,
    changes,
    spending,
    budget: new Budget({ ledger: changes, caps: connectionStore, spending, log }),
    grants,
    library,
    shared,
    account: new ServiceAccount({ connection, log }),
    voices: new ServiceVoices({ connection, log, profileDirectory }),
    throttle: createThrottle({ now: Date.now, sleep: sleepOnTimer }),
  };
}
