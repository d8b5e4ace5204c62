import type { PanelUndoStore } from '../../core/commands/panel-undo-store.ts';
import type { Manuscript } from '../../core/project/project-editor.ts';
import type { ProjectStore } from '../../core/project/project-store.ts';
import type { OfferedUndo } from '../../lib/toast.tsx';

export interface LastDoneDependencies {
  panelUndo: Pick<PanelUndoStore, 'store'>;
  project: Pick<ProjectStore, 'store'> & { openManuscript: () => Pick<Manuscript, 'lastAct'> | undefined };
  offeredUndo: () => OfferedUndo | undefined;
  now: () => number;
}

/** Whether the act whose Undo a toast offers was done last, or the project or the panel has a later step. */
export class LastDone {
  readonly #deps: LastDoneDependencies;
  /** When the project or the panel had its last step. */
  #stepAt = 0;

  constructor(dependencies: LastDoneDependencies) {
    this.#deps = dependencies;
  }

  readonly watch = (): (() => void) => {
    const { project, panelUndo } = this.#deps;
    let act = project.openManuscript()?.lastAct;
    const stops = [
      project.store.subscribe(() => {
        const last = project.openManuscript()?.lastAct;
        if (last !== act) this.#stepAt = this.#deps.now();
        act = last;
      }),
      panelUndo.store.subscribe(({ own }, { own: before }) => {
        // A panel that is shown or left has made no step.
        if (own && before) this.#stepAt = this.#deps.now();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };

  /** The Undo of a toast, where its act was done last. */
  readonly offer = (): OfferedUndo | undefined => {
    const offered = this.#deps.offeredUndo();
    return offered && offered.at >= this.#stepAt ? offered : undefined;
  };
}
