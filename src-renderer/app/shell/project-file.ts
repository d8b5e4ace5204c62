import { attempt } from '../../core/host/attempt.ts';
import { client } from '../../core/host/host.ts';
import { saveProjectCopy, useProject } from '../../core/project/project.ts';
import { toast, toastFailure } from '../../lib/toast.tsx';
import { messages } from '#shared/messages/index.ts';

/** What is done with the file of the open project. */

export async function copyProjectPath(): Promise<void> {
  const path = useProject.getState().details?.path;
  if (path === undefined) return;
  const copied = await attempt(() => navigator.clipboard.writeText(path));
  if (copied.ok) toast(messages.window.pathCopied, path);
  else toastFailure(copied.failure);
}

export async function showProjectInFolder(): Promise<void> {
  const projectId = useProject.getState().details?.projectId;
  if (projectId === undefined) return;
  const shown = await attempt(() => client.run('files.showProject', { projectId }));
  if (!shown.ok) toastFailure(shown.failure);
}

export async function saveCopy(): Promise<void> {
  const saved = await saveProjectCopy();
  if (!saved.ok) toastFailure(saved.failure);
  else if (saved.value !== null) toast(messages.window.copySaved, saved.value);
}
