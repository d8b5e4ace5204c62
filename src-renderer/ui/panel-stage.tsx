import type { ReactNode } from 'react';
import { KeptFocus } from './kept-focus.tsx';
import { Section } from './section.tsx';
import classes from './panel-stage.module.css';

/** A stage that scrolls as one, and that its last part fills. `form`: what a request is made of, where that stands over it. */
export function PanelStage({ form, children }: { form?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.stage}>
      {form}
      <div className={classes.body}>{children}</div>
    </div>
  );
}

/** What a request is made of. `columns`: in two, the wider first. */
export function PanelForm({ name, columns = false, children }: { name: string; columns?: boolean; children: ReactNode }) {
  return (
    <section className={classes.form} aria-label={name} data-columns={columns || undefined} data-request-form>
      {children}
    </section>
  );
}

/** What a request is made of, in the inspector beside the stage. */
export const InspectorForm = ({ name, children }: { name: string; children: ReactNode }) => (
  <div data-request-form>
    <Section title={name}>{children}</Section>
  </div>
);

/** The button of a request, and what takes its place while that is on its way (`busy`). */
export const RequestAction = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <div className={classes.action} data-request>
    <KeptFocus state={busy}>{children}</KeptFocus>
  </div>
);
