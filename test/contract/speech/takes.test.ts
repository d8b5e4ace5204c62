import { Slice } from '@tiptap/pm/model';
import { AttrStep, ReplaceStep } from '@tiptap/pm/transform';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toFailure } from '#shared/failure.ts';
import { createDocument, documentFromJson } from '#shared/narration/document.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Project } from '#shared/operations/project.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { context, idsOf, SpeechFixture } from './fixture.ts';

let service: LocalService;
let fixture: SpeechFixture;
let account = 0;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  fixture = await SpeechFixture.open({ baseUrl: service.baseUrl, apiKey: `local-takes${++account}` });
});
afterEach(() => fixture.close());

const charges = async () => (await service.charges(`local-takes${account}`)).entries.filter((entry) => entry.state !== 'granted');
const text = 'A line that is worth another reading.';
const settings = { controls: { speed: 1.2, instruction: '' } };

const takesOf = async (project: Project): Promise<Take[]> =>
  (await fixture.library.services['project.open']({ path: project.path }, context())).takes;
const another = async (project: Project) => {
  const input = { projectId: project.projectId, chapterId: project.chapters[0]!.id, blockIds: idsOf(project), another: true };
  const estimate = await fixture.speech.services['speech.estimate'](input, context());
  return { estimate, out: await fixture.speech.services['speech.generate'](input, context()) };
};

describe('another take', () => {
  it('is bought on purpose, once for each asking, and stands beside the first as a reading of the same work', async () => {
    const project = await fixture.project([text], null, settings);
    expect((await another(project)).out).toEqual({ made: 1, reused: 0, failed: 0 }); // there is none yet: the first
    const second = await another(project);
    expect(second.estimate).toMatchObject({ blocks: 1, characters: text.length, credits: text.length });
    expect(second.out).toEqual({ made: 1, reused: 0, failed: 0 });
    const [first, further] = await takesOf(project);
    expect(first?.variant).toBeUndefined();
    expect(further?.variant).toEqual({ number: 1, of: first?.fingerprint });
    expect(first?.controls).toEqual({ speed: 1.2 });
    expect(further?.controls).toEqual({ speed: 1.2 });
    expect(await charges()).toHaveLength(2);
    // Plainly asked for, either of them will do.
    expect((await fixture.generate(project)).out).toEqual({ made: 0, reused: 1, failed: 0 });
    expect(await fixture.estimate(project)).toMatchObject({ blocks: 0, credits: 0 });
    expect(await charges()).toHaveLength(2);
  });

  it('that this profile has paid for is brought in by another project at no charge', async () => {
    const first = await fixture.project([text]);
    await fixture.generate(first);
    await another(first);
    const second = await fixture.project([text]);
    await fixture.generate(second);
    const { estimate, out } = await another(second);
    expect(estimate).toMatchObject({ blocks: 0, credits: 0 });
    expect(out).toEqual({ made: 0, reused: 1, failed: 0 });
    expect((await takesOf(second)).map((take) => take.variant?.number)).toEqual([undefined, 1]);
    expect(await charges()).toHaveLength(2);
  });
});

describe('identical work', () => {
  it('in a second project, also after the first is closed and the studio started again, is served from the profile at no charge', async () => {
    const first = await fixture.project([text], null, settings);
    await fixture.generate(first);
    await fixture.library.services['project.close']({ projectId: first.projectId }, context());
    await fixture.shut();
    const { directory } = fixture;
    fixture = await SpeechFixture.open({ baseUrl: service.baseUrl, apiKey: `local-takes${account}` }, directory);
    const second = await fixture.project([`  ${text}`], null, settings);
    expect(await fixture.estimate(second)).toMatchObject({ blocks: 0, credits: 0 });
    expect((await fixture.generate(second)).out).toEqual({ made: 0, reused: 1, failed: 0 });
    expect(await takesOf(second)).toMatchObject([{ text, state: 'complete', controls: { speed: 1.2 } }]);
    expect(await charges()).toHaveLength(1);
  });

  it('is not bought again by undo, redo and choosing, whatever is generated in between', async () => {
    const project = await fixture.project([text]);
    const { projectId } = project;
    const chapterId = project.chapters[0]!.id;
    let { version } = project.chapters[0]!;
    let document = documentFromJson(project.chapters[0]!.document);
    const edit = async (step: ReplaceStep | AttrStep) => {
      const steps = [step.toJSON()] as Parameters<(typeof fixture.library.services)['project.edit']>[0]['steps'];
      ({ version } = await fixture.library.services['project.edit']({ projectId, chapterId, version, steps }, context()));
      const inverse = step.invert(document);
      document = step.apply(document).doc!;
      return inverse;
    };
    await fixture.generate(project);
    const added = new ReplaceStep(1, 1, new Slice(createDocument(['Now, ']).firstChild!.content, 0, 0));
    const undo = await edit(added);
    await fixture.generate(project);
    expect(await charges()).toHaveLength(2);

    const redo = await edit(undo);
    expect((await fixture.generate(project)).out).toMatchObject({ made: 0, reused: 1 });
    await edit(redo);
    expect((await fixture.generate(project)).out).toMatchObject({ made: 0, reused: 1 });
    const [old] = await takesOf(project);
    const unchoose = await edit(new AttrStep(0, 'takeId', old!.id));
    expect((await fixture.generate(project)).out).toMatchObject({ made: 0, reused: 1 });
    await edit(unchoose);
    expect((await fixture.generate(project)).out).toMatchObject({ made: 0, reused: 1 });
    expect(await charges()).toHaveLength(2);
    expect(await takesOf(project)).toHaveLength(2);
  });
});

describe('a star', () => {
  it('is in the file when it is answered, and stays when the project is opened again', async () => {
    const project = await fixture.project([text]);
    const { projectId, path } = project;
    await fixture.generate(project);
    const [take] = await takesOf(project);
    const update = (takeId: string, starred: boolean) => fixture.library.services['take.update']({ projectId, takeId, starred }, context());
    await update(take!.id, true);
    await fixture.library.services['project.close']({ projectId }, context());
    const reopened = await fixture.library.services['project.open']({ path }, context());
    expect(reopened.takes).toEqual([{ ...take, starred: true }]);
    await update(take!.id, false);
    expect((await takesOf(project))[0]?.starred).toBe(false);
    expect(toFailure(await update('0123456789abcdef', true).catch((thrown: unknown) => thrown))).toMatchObject({
      kind: 'not-found',
      field: 'takeId',
    });
  });
});
