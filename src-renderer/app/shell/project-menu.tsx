import { Button, Menu, TextInput } from '@mantine/core';
import {
  IconChevronDown,
  IconClipboard,
  IconCopy,
  IconFile,
  IconFileDiff,
  IconFileText,
  IconFolder,
  IconFolderOpen,
  IconHistory,
  IconHome,
  IconMicrophone,
  IconPlus,
  IconSparkles,
  IconSquareX,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { RecentProject } from '#shared/operations/project.ts';
import { whyNoMore } from '../../core/chapter/chapters.ts';
import { addCommands, useKeys } from '../../core/commands/commands.ts';
import { useHost } from '../../core/host/host.ts';
import { beginProject, closeProject, openProject, useProject } from '../../core/project/project.ts';
import { forgetRecent, useStudio } from '../../core/studio/studio.ts';
import { closeDialog, goToPanel, showStart, useWindow } from '../../core/window/window.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { canUpdateProject, chooseManuscripts, chooseRecording, openManuscripts, openVersions } from '../../features/narration/stores.ts';
import { acceptedManuscripts } from '../../features/narration/manuscript/manuscript-files.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { chooseProject, newProject, newSample, report } from './commands.ts';
import { copyProjectPath, saveCopy, showProjectInFolder } from './project-file.ts';
import { FilePicker } from './file-picker.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { nameProjects } from '../../lib/project-names.ts';
import classes from './project-menu.module.css';
import { messages } from '#shared/messages/index.ts';

/** New, Open and recent projects. */
export function ProjectMenu() {
  const recent = useStudio((state) => state.recent);
  const openPath = useProject((state) => state.details?.path);
  const openKeys = useKeys('project.open');
  useEffect(() => addRecentCommands(recent), [recent]);
  const canShow = useHost((state) => state.host?.nativeDialogs ?? false);
  useEffect(() => (canShow && openPath !== undefined ? addShowCommand() : undefined), [canShow, openPath]);
  const others = recent.filter((entry) => entry.path !== openPath).slice(0, 8);

  return (
    <Menu position="bottom-start" width={320} classNames={{ itemLabel: classes.label ?? '' }}>
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconChevronDown size={iconSize.normal} aria-hidden />}>
          {messages.window.project}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPlus size={iconSize.large} aria-hidden />} onClick={newProject}>
          {messages.window.newProject}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFolderOpen size={iconSize.large} aria-hidden />}
          rightSection={<kbd className={classes.key}>{openKeys}</kbd>}
          onClick={() => void chooseProject()}
        >
          {messages.window.openEllipsis}
        </Menu.Item>
        <Menu.Item leftSection={<IconSparkles size={iconSize.large} aria-hidden />} onClick={newSample}>
          {messages.window.newFromSample}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSquareX size={iconSize.large} aria-hidden />}
          disabled={openPath === undefined}
          onClick={() => void closeProject().then(report)}
        >
          {messages.window.closeProject}
        </Menu.Item>
        {openPath !== undefined && <OpenProjectItems path={openPath} />}
        <Menu.Divider />
        <Menu.Item leftSection={<IconHome size={iconSize.large} aria-hidden />} onClick={showStart}>
          {messages.window.startScreen}
        </Menu.Item>
        {others.length > 0 && <Menu.Label>{messages.window.recent}</Menu.Label>}
        {others.map((entry) => (
          <Menu.Item
            key={entry.path}
            leftSection={entry.missing ? <IconX size={iconSize.large} aria-hidden /> : <IconFile size={iconSize.large} aria-hidden />}
            onClick={() => {
              if (!entry.missing) void openProject(entry.path).then(report);
              else void forgetRecent(entry.path);
            }}
          >
            <span className={classes.recent}>{entry.title}</span>
            <span className={classes.path}>
              <bdi dir="ltr">{entry.missing ? messages.window.recentMissing(entry.path) : entry.path}</bdi>
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What the open project takes in, its versions and its file. */
function OpenProjectItems({ path }: { path: string }) {
  const canShow = useHost((state) => state.host?.nativeDialogs ?? false);
  const whyNoImport = whyNoMore();
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconFileText size={iconSize.large} aria-hidden />}
        disabled={whyNoImport !== undefined}
        onClick={() => chooseManuscripts()}
      >
        {messages.manuscript.importEllipsis}
        {whyNoImport !== undefined && <span className={classes.path}>{whyNoImport}</span>}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileDiff size={iconSize.large} aria-hidden />}
        disabled={!canUpdateProject()}
        onClick={() => chooseManuscripts('update')}
      >
        {messages.manuscript.updateEllipsis}
      </Menu.Item>
      <Menu.Item leftSection={<IconMicrophone size={iconSize.large} aria-hidden />} onClick={() => chooseRecording()}>
        {messages.recordedTakes.importForChapter}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconHistory size={iconSize.large} aria-hidden />}
        onClick={() => {
          goToPanel({ panel: 'narration' });
          openVersions();
        }}
      >
        {messages.versions.open}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconCopy size={iconSize.large} aria-hidden />} onClick={() => void saveCopy()}>
        {messages.window.saveCopyEllipsis}
      </Menu.Item>
      {canShow && (
        <Menu.Item leftSection={<IconFolder size={iconSize.large} aria-hidden />} onClick={() => void showProjectInFolder()}>
          {messages.window.showInFolder}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconClipboard size={iconSize.large} aria-hidden />} title={path} onClick={() => void copyProjectPath()}>
        {messages.window.copyPath}
        <span className={classes.path}>
          <bdi dir="ltr">{path}</bdi>
        </span>
      </Menu.Item>
    </>
  );
}

/** Only where there is a file manager to show it. */
const addShowCommand = (): (() => void) =>
  addCommands([
    {
      id: 'project.show-in-folder',
      title: messages.window.showInFolderCommand,
      group: messages.window.project,
      keywords: [messages.window.folder, messages.window.copyPath],
      run: () => void showProjectInFolder(),
    },
  ]);

/** The recent projects by their names, in the palette. */
function addRecentCommands(recent: readonly RecentProject[]): () => void {
  const names = nameProjects(recent);
  return addCommands(
    recent.map(({ path, title, missing }) => ({
      id: `project.recent ${path}`,
      title: messages.window.openNamed(names.get(path) ?? title),
      group: messages.window.recent,
      run: () => void openProject(path).then(report),
      unavailable: () =>
        missing ? messages.window.fileMissing : useProject.getState().details?.path === path ? messages.window.alreadyOpen : undefined,
    })),
  );
}

/** The dialogs that New and Open lead to. */
export function ProjectDialogs() {
  const dialog = useWindow((state) => state.dialog);
  if (dialog === 'new-project') return <NewProject onClose={closeDialog} />;
  if (dialog === 'open-project') return <FilePicker onClose={closeDialog} onChoose={openProject} />;
  return null;
}

/** Text that was pasted in place of a file; `undefined` for what belongs into the field of the title. */
function pastedFile(data: DataTransfer): File | undefined {
  const [text, html] = [data.getData('text/plain'), data.getData('text/html')];
  if (!/[\r\n]/u.test(text.trim())) return undefined;
  return html === '' ? new File([text], messages.manuscript.pastedText) : new File([html], messages.manuscript.pastedHtml);
}

/** A project of a manuscript, or one to write in. */
function NewProject({ onClose }: { onClose: () => void }) {
  const nativeDialogs = useHost((state) => state.host?.nativeDialogs ?? false);
  const [title, setTitle] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    const wanted = title.trim();
    if (wanted === '') return;
    setBusy(true);
    const answer = await beginProject(wanted);
    setBusy(false);
    if (!answer.ok) setFailure(answer.failure);
    else if (answer.value !== null) onClose();
  };
  const importFiles = (files: readonly File[]): void => {
    onClose();
    void openManuscripts(files, 'new', title);
  };
  return (
    <Dialog
      onClose={onClose}
      title={messages.window.newProjectTitle}
      onPaste={(event) => {
        const pasted = event.clipboardData.files.length > 0 ? [...event.clipboardData.files] : [pastedFile(event.clipboardData)];
        const files = pasted.filter((file) => file !== undefined);
        if (files.length === 0) return;
        event.preventDefault();
        importFiles(files);
      }}
    >
      <DropZone
        name={messages.window.manuscriptZone}
        takes={messages.window.manuscriptZoneTakes}
        accept={acceptedManuscripts}
        onFiles={importFiles}
      />
      <DialogForm onSubmit={() => void make()}>
        <TextInput
          label={messages.window.title}
          description={nativeDialogs ? messages.window.chooseLocationNext : messages.window.savedInProjectFolder}
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        {failure && <FailureCard failure={failure} paid={false} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.window.cancel}
          </Button>
          <Button type="submit" loading={busy} disabled={title.trim() === ''}>
            {messages.window.create}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
