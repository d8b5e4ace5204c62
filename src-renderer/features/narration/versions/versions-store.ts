import { Slice, type Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { create } from 'zustand';
import { fail, readText, type Failure } from '#shared/failure.ts';
import type { Aside } from '#shared/narration/aside.ts';
import { compareSettings, type SettingChange } from '#shared/narration/compare-settings.ts';
import { blocksOf, documentFromJson } from '#shared/narration/document.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { comparePronunciations } from '#shared/narration/pronunciation.ts';
import {
  compareStates,
  maximumVersionName,
  type BlockChange,
  type ProjectState,
  type Version,
  type VersionContent,
} from '#shared/narration/versions.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { Details } from '../../../core/project/project-state.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { StudioStore } from '../../../core/studio/studio-store.ts';
import type { toast } from '../../../lib/toast.tsx';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import { sameOutline } from '#shared/narration/outline.ts';

interface VersionsState {
  /** The dialog is open. */
  opened: boolean;
  /** The newest first; undefined until they are read. */
  list: readonly Version[] | undefined;
  /** The version that is compared with the project as it is now. */
  compared: { version: Version; settings: readonly SettingChange[]; changes: readonly BlockChange[] } | undefined;
  busy: boolean;
  failure: Failure | undefined;
}

const closed: VersionsState = { opened: false, list: undefined, compared: undefined, busy: false, failure: undefined };

export interface VersionsDependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'openManuscript' | 'flushProject' | 'updateProject'>;
  studio: Pick<StudioStore, 'store'>;
  toast: typeof toast;
}

/** Named versions of the open project: save, compare, restore, delete. */
export class VersionsStore {
  readonly store = create<VersionsState>(() => closed);
  readonly #deps: VersionsDependencies;

  constructor(dependencies: VersionsDependencies) {
    this.#deps = dependencies;
  }

  readonly openVersions = (): void => {
    const { details } = this.#deps.project.store.getState();
    if (details === undefined) return;
    this.store.setState({ ...closed, opened: true });
    // A version can be saved before the list is there.
    void attempt(() => this.#readList(details.projectId)).then((answer) => {
      if (!answer.ok && this.store.getState().opened) this.store.setState({ failure: answer.failure });
    });
  };

  readonly closeVersions = (): void => this.store.setState(closed);

  readonly saveVersion = (name: string): Promise<boolean> =>
    this.#run(async (projectId) => {
      await this.#save(projectId, name);
      await this.#readList(projectId);
    });

  /** Saves a version before a large change, out of sight of the dialog. Gives why it could not. */
  readonly saveBefore = async (name: string): Promise<Failure | undefined> => {
    const { details } = this.#deps.project.store.getState();
    if (details === undefined) return undefined;
    const answer = await attempt(() => this.#save(details.projectId, name.slice(0, maximumVersionName), true));
    return answer.ok ? undefined : answer.failure;
  };

  async #save(projectId: string, name: string, automatic = false): Promise<void> {
    await this.#flush();
    await this.#deps.client.run('project.saveVersion', {
      projectId,
      name,
      takes: { ...this.#present().takes },
      ...(automatic && { automatic }),
    });
  }

  readonly compareVersion = (version: Version): Promise<boolean> =>
    this.#run(async (projectId) => {
      const content = await this.#deps.client.run('project.version', { projectId, versionId: version.id });
      const { details, outline } = this.#deps.project.store.getState();
      const settings = details === undefined ? [] : compareSettings(content, { ...details, chapters: outline });
      this.store.setState({ compared: { version, settings, changes: compareStates(this.#restored(content), this.#present()) } });
    });

  /** Puts text, chapters, settings, cast, pronunciations and takes back, as one act that undo takes back. Takes that came since stay in the project. */
  readonly restoreVersion = (version: Version): Promise<boolean> =>
    this.#run(async (projectId) => {
      await this.#flush();
      const content = await this.#deps.client.run('project.version', { projectId, versionId: version.id });
      const { voiceId, modelId, cast, pronunciations } = content;
      const { details } = this.#deps.project.store.getState();
      const settings = { voiceId, modelId, ...(cast && { cast }), ...(pronunciations && { pronunciations }) };
      const failure = await this.#deps.project.updateProject(settings);
      if (failure) throw fail(failure.kind, readText(failure), failure);
      const undo = this.#restore(content, version.name, details && describeSettings(details, settings));
      this.store.setState(closed);
      this.#deps.toast(messages.versions.restored(version.name), '', undo);
    });

  readonly removeVersion = (version: Version): Promise<boolean> =>
    this.#run(async (projectId) => {
      await this.#deps.client.run('project.removeVersion', { projectId, versionId: version.id });
      if (this.store.getState().compared?.version.id === version.id) this.store.setState({ compared: undefined });
      await this.#readList(projectId);
    });

  /** True where it went well; one at a time. */
  async #run(work: (projectId: string) => Promise<void>): Promise<boolean> {
    const { details } = this.#deps.project.store.getState();
    if (details === undefined || this.store.getState().busy) return false;
    this.store.setState({ busy: true, failure: undefined });
    const answer = await attempt(() => work(details.projectId));
    this.store.setState({ busy: false });
    if (!answer.ok) this.store.setState({ failure: answer.failure });
    return answer.ok;
  }

  async #readList(projectId: string): Promise<void> {
    this.store.setState({ list: await this.#deps.client.run('project.versions', { projectId }) });
  }

  async #flush(): Promise<void> {
    const failure = await this.#deps.project.flushProject();
    if (failure) throw fail(failure.kind, readText(failure), failure);
  }

  /** The project as it is now. */
  #present(): ProjectState {
    const { outline } = this.#deps.project.store.getState();
    const manuscript = this.#deps.project.openManuscript();
    if (!manuscript) return { chapters: [], takes: {} };
    const chapters = outline.map(({ id, title }) => ({ id, title, document: manuscript.document(id) }));
    return { chapters, takes: Object.fromEntries(chapters.flatMap(({ document }) => this.#soundingTakes(document))) };
  }

  #soundingTakes(document: Node): [blockId: string, takeId: string][] {
    const { details, takes } = this.#deps.project.store.getState();
    if (!details) return [];
    const connectionId = this.#deps.studio.store.getState().connection?.id ?? '';
    const { blocks } = buildTimeline(document, takes, details, connectionId);
    return blocks.map(({ blockId, take }) => [blockId, take.id]);
  }

  /** `aside`: the settings that it changed. Gives what takes all of it back; none where the project was that of the version. */
  #restore(content: VersionContent, name: string, aside: Aside | undefined): (() => boolean) | undefined {
    const manuscript = this.#deps.project.openManuscript();
    if (!manuscript) return undefined;
    const wanted = this.#restored(content).chapters;
    const isKnown = new Set(wanted.map(({ id }) => id).filter((id) => manuscript.knows(id)));
    const applied = wanted
      .filter(({ id }) => isKnown.has(id))
      .map(({ id: chapterId, document }) => {
        const transform = new Transform(manuscript.document(chapterId));
        if (!transform.doc.eq(document)) transform.replace(0, transform.doc.content.size, new Slice(document.content, 0, 0));
        return { chapterId, steps: transform.steps, before: transform.docs, document: transform.doc };
      });
    const changed = applied.filter(({ steps }) => steps.length > 0);
    const outline = content.chapters.map(({ id, title }) => ({ id, title }));
    const act = message('versions.restoreOf', name);
    if (changed.length > 0 || !sameOutline(outline, manuscript.outline))
      manuscript.commit(changed, {
        source: 'versions',
        name: act,
        outline,
        added: new Map(wanted.filter(({ id }) => !isKnown.has(id)).map(({ id, document }) => [id, document])),
        ...(aside && { aside }),
      });
    else if (aside) manuscript.recordAside(aside, act);
    else return undefined;
    return manuscript.undoOfLast();
  }

  /** What the project would be once the version is restored. */
  #restored({ chapters, takes }: VersionContent): ProjectState {
    return {
      chapters: chapters.map(({ id, title, document }) => ({ id, title, document: this.#withTakes(documentFromJson(document), takes) })),
      takes,
    };
  }

  /** Where another take than the version's would sound now, the version's is chosen. */
  #withTakes(document: Node, takes: VersionContent['takes']): Node {
    const known = new Set(this.#deps.project.store.getState().takes.map(({ id }) => id));
    const sounding = new Map(this.#soundingTakes(document));
    const transform = new Transform(document);
    for (const { attributes, position } of blocksOf(document)) {
      const takeId = takes[attributes.id];
      if (takeId === undefined || !known.has(takeId) || sounding.get(attributes.id) === takeId) continue;
      transform.setNodeAttribute(position, 'takeId', takeId);
    }
    return transform.doc;
  }
}

/** What restoring changed beside the text, for undo; undefined where that was nothing. */
function describeSettings(
  before: Details,
  { cast = [...before.cast], ...after }: Pick<VersionContent, 'voiceId' | 'modelId' | 'cast' | 'pronunciations'>,
): Aside | undefined {
  const words = comparePronunciations(before.pronunciations, after.pronunciations ?? before.pronunciations);
  const isSameVoice = before.voiceId === after.voiceId && before.modelId === after.modelId;
  if (isSameVoice && words.before.length + words.after.length === 0 && JSON.stringify(cast) === JSON.stringify(before.cast))
    return undefined;
  return {
    kind: 'project',
    before: { cast: [...before.cast], voiceId: before.voiceId, modelId: before.modelId, pronunciations: words.before },
    after: { cast, voiceId: after.voiceId, modelId: after.modelId, pronunciations: words.after },
  };
}
