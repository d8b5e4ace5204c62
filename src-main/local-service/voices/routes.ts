import { type App } from '../http/environment.ts';
import { type Service } from '../service.ts';
import { voiceDesignRoutes } from './design-routes.ts';
import { Forms } from './forms.ts';
import { legacyVoiceRoutes } from './legacy-routes.ts';
import { voiceListRoutes } from './list-routes.ts';
import { voiceWriteRoutes } from './write-routes.ts';

/** Everything about voices: lists, cloning, deletion, design, and the legacy paths of these. */
export function voiceRoutes(app: App, service: Service): void {
  const forms = new Forms(service.references);
  voiceListRoutes(app, service);
  voiceWriteRoutes(app, service, forms);
  voiceDesignRoutes(app, service);
  legacyVoiceRoutes(app, service, forms);
}
