import { type App } from '../http/environment.ts';
import { describe } from '../http/describe.ts';
import { invalid } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { faultList } from './faults.ts';

/** `/_faults` and `/_ledger`: this service's own, for tests of clients; not in the OpenAPI documents. */
export function testingRoutes(app: App, service: Service): void {
  app.get('/_faults', (c) => c.json({ faults: service.faults.list(), held: service.faults.held }));
  app.delete('/_faults', (c) => {
    service.faults.replace([]);
    return c.json({ faults: [] });
  });
  app.post('/_faults/release', (c) => {
    service.faults.release();
    return c.json({ faults: service.faults.list() });
  });
  app.post('/_faults', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const read = faultList.safeParse(body);
    if (!read.success) throw invalid(describe(read.error, 'body'));
    service.faults.replace(read.data.faults);
    return c.json({ faults: service.faults.list() });
  });
  app.get('/_ledger', (c) => c.json(service.charges.book(c.get('account'))));
}
