import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { manuscriptTextsSchema } from '../manuscript/imported-text.ts';
import { sourcesSchema } from '../manuscript/sources.ts';
import { castSchema } from '../narration/cast.ts';
import { maximumSavedHistory } from '../narration/saved-history.ts';
import { maximumChapters, outlineEntry } from '../narration/outline.ts';
import { placeSchema } from '../narration/place.ts';
import { pronunciationsSchema } from '../narration/pronunciation.ts';
import { maximumVersionName, maximumVersions, soundingTakes, versionContent, versionSchema } from '../narration/versions.ts';
import { takeSchema } from '../narration/take.ts';
import { absolutePath, jsonValue, operation } from './operation.ts';
import { maximumValues } from '../rpc-bounds.ts';

const id = z.string().regex(idPattern);
export const recentProjectSchema = z.object({
  path: z.string(),
  title: z.string(),
  openedAt: z.number(),
  missing: z.boolean(),
  /** `null` for one that was opened by an earlier version of the studio alone. */
  projectId: z.string().nullable(),
});
export type RecentProject = z.infer<typeof recentProjectSchema>;

/** Parts of a picture of a project's sound, at most. */
export const maximumGlancePeaks = 240;
/** What a project looks like from outside, in a list of projects. */
const glanceSchema = z.object({
  words: z.int().nonnegative(),
  /** Of sound, with its pauses. */
  seconds: z.number().nonnegative(),
  /** Part of its words whose sound is up to date, in percent. */
  finished: z.number().min(0).max(100),
  /** Places in its sound that nobody has looked at yet. */
  openPickups: z.int().nonnegative(),
  /** How loud each part of its sound gets, in reading order, 0 to 1 by the loudest; empty where nothing of it is at hand. */
  peaks: z.array(z.number().min(0).max(1)).max(maximumGlancePeaks),
});
export type Glance = z.infer<typeof glanceSchema>;

const chapterSchema = z.object({
  id,
  title: z.string(),
  /** Counts the steps that the document has seen. */
  version: z.int().nonnegative(),
  /** ProseMirror JSON of `narration/document.ts`. */
  document: z.json(),
});

export const projectSchema = z.object({
  projectId: id,
  path: z.string(),
  title: z.string(),
  /** The voice and model of blocks that name none. */
  voiceId: z.string().nullable(),
  modelId: z.string().nullable(),
  cast: castSchema,
  pronunciations: pronunciationsSchema,
  /** Those of all projects, as the settings have them. */
  sharedPronunciations: pronunciationsSchema,
  /** In reading order. */
  chapters: z.array(chapterSchema).min(1),
  /** Taken out since the project was opened: kept until it is closed, so that undo brings them back. */
  removedChapters: z.array(chapterSchema),
  /** Where a person was in it last. */
  place: placeSchema.nullable(),
  takes: z.array(takeSchema),
  /** The manuscripts that it was made of. */
  sources: sourcesSchema,
});
export type Project = z.infer<typeof projectSchema>;

/** What was changed in an open project: the versions of chapters, the outline where chapters came, went or were named, and the facts beside them. */
export const projectChangeSchema = z.object({
  chapters: z.array(z.object({ chapterId: id, version: z.int() })),
  outline: z.array(outlineEntry).optional(),
  details: projectSchema
    .pick({ title: true, voiceId: true, modelId: true, cast: true, pronunciations: true, sources: true })
    .partial()
    .optional(),
});
export type ProjectChange = z.infer<typeof projectChangeSchema>;

/** Project files and their chapters. */
export const projectOperations = {
  /** With `sample`, the sample chapter. Without `path`, a file in the profile's project folder. Never overwrites. */
  'project.create': operation({
    in: z.object({ path: absolutePath.optional(), title: z.string().trim().min(1).max(200), sample: z.boolean().optional() }),
    out: projectSchema,
  }),
  'project.open': operation({ in: z.object({ path: absolutePath }), out: projectSchema }),
  /** Opens what was open last and is still there; `null` where nothing is. */
  'project.resume': operation({ out: projectSchema.nullable() }),
  /** Looks at a recent project, open or not, and leaves it as it is. Fails with `not-found` for any other file. */
  'project.glance': operation({ in: z.object({ path: z.string().min(1).max(4096) }), out: glanceSchema }),
  /** An open project as it is now. */
  'project.read': operation({ in: z.object({ projectId: id }), out: projectSchema }),
  'project.close': operation({ in: z.object({ projectId: id }) }),
  'project.update': operation({
    in: z.object({
      projectId: id,
      title: z.string().trim().min(1).max(200).optional(),
      voiceId: z.string().max(128).nullable().optional(),
      modelId: z.string().max(128).nullable().optional(),
      /** In place of the whole cast. */
      cast: castSchema.optional(),
      /** In place of all of the project. */
      pronunciations: pronunciationsSchema.optional(),
      place: placeSchema.optional(),
      /** In place of all. */
      sources: sourcesSchema.optional(),
      /** Texts that sources name, beside those that the project has. */
      texts: manuscriptTextsSchema.optional(),
    }),
    maxValues: maximumValues,
  }),
  /** The texts of the manuscripts that its sources name. */
  'project.texts': operation({ in: z.object({ projectId: id }), out: z.object({ texts: manuscriptTextsSchema }) }),
  /** Durable when it answers. `version` is what the steps were made on; another one is a `conflict`. */
  'project.edit': operation({
    in: z.object({ projectId: id, chapterId: id, version: z.int().nonnegative(), steps: z.array(jsonValue).min(1).max(2000) }),
    maxValues: maximumValues,
    out: z.object({ version: z.int() }),
  }),
  /**
   * The chapters by name and order. One that is not named any more is taken out; one that was taken out and is named again is back as it was; one
   * that the project does not have comes with its `document`. `before` is the outline that the change was made on: another one is a `conflict`,
   * unless the project has the wanted outline already. Durable, all or nothing, when it answers.
   */
  'project.arrange': operation({
    in: z.object({
      projectId: id,
      before: z.array(outlineEntry).min(1).max(maximumChapters),
      chapters: z
        .array(outlineEntry.extend({ document: jsonValue.optional() }))
        .min(1)
        .max(maximumChapters),
    }),
    maxValues: maximumValues,
  }),
  /**
   * Puts the chapters of a revised manuscript in place, with the cast and the sources: as `project.arrange`, and a chapter that the project has and
   * that comes with a `document` has that from now on, where `version` is its version; another one is a `conflict`. Durable, all or nothing, when it
   * answers.
   */
  'project.revise': operation({
    in: z.object({
      projectId: id,
      before: z.array(outlineEntry).min(1).max(maximumChapters),
      chapters: z
        .array(outlineEntry.extend({ version: z.int().nonnegative().optional(), document: jsonValue.optional() }))
        .min(1)
        .max(maximumChapters),
      cast: castSchema,
      sources: sourcesSchema,
      /** Texts that the sources name, beside those that the project has. */
      texts: manuscriptTextsSchema.optional(),
    }),
    maxValues: maximumValues,
  }),
  /**
   * Saves the history of undo, in place of what was saved. It fits `outline` and these versions of the chapters that it changes;
   * another one is a `conflict`. It is in the profile and not in the project file: text that was deleted must not travel with the project.
   */
  'project.saveUndo': operation({
    in: z.object({
      projectId: id,
      outline: z.array(outlineEntry).min(1).max(maximumChapters),
      versions: z.array(z.object({ chapterId: id, version: z.int().nonnegative() })).max(maximumChapters),
      history: z.string().max(maximumSavedHistory),
    }),
  }),
  /** What was saved, as long as it fits the chapters as they are; `null` otherwise. */
  'project.readUndo': operation({
    in: z.object({ projectId: id }),
    out: z.object({ history: z.string().max(maximumSavedHistory).nullable() }),
  }),
  /** Named versions, the newest first. */
  'project.versions': operation({ in: z.object({ projectId: id }), out: z.array(versionSchema).max(maximumVersions) }),
  /** Saves the project as main has it. `takes`: what sounds for each block now. Of those with `automatic`, the newest `maximumAutomaticVersions` stay. */
  'project.saveVersion': operation({
    in: z.object({
      projectId: id,
      name: z.string().trim().min(1).max(maximumVersionName),
      takes: soundingTakes,
      automatic: z.literal(true).optional(),
    }),
    maxValues: maximumValues,
    out: versionSchema,
  }),
  'project.version': operation({ in: z.object({ projectId: id, versionId: id }), out: versionContent }),
  /** Takes stay with the project. */
  'project.removeVersion': operation({ in: z.object({ projectId: id, versionId: id }) }),
  /**
   * Writes a copy of an open project, as it is stored, under an id of its own; the project stays open. Without `path`, a file in the profile's
   * project folder. Never overwrites.
   */
  'project.saveCopy': operation({ in: z.object({ projectId: id, path: absolutePath.optional() }), out: z.object({ path: z.string() }) }),
  'project.forget': operation({ in: z.object({ path: z.string().min(1).max(4096) }) }),
} as const;
