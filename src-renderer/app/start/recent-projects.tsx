import { ActionIcon, Button, Tooltip, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useId, useMemo } from 'react';
import type { Glance, RecentProject } from '#shared/operations/project.ts';
import { openProject, useProject } from '../../core/project/project.ts';
import { forgetRecent } from '../../core/studio/studio.ts';
import { goToPanel } from '../../core/window/window.ts';
import { age, formatDuration } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { nameProjects } from '../../lib/project-names.ts';
import { toastFailure } from '../../lib/toast.tsx';
import { useNow } from '../../lib/use-now.ts';
import { SoundPicture } from '../../ui/sound-picture.tsx';
import { chooseProject } from '../shell/commands.ts';
import { look, stopLooking, useGlances } from './stores.ts';
import classes from './recent-projects.module.css';
import { messages } from '#shared/messages/index.ts';

const bars = 64;

/** The projects opened last, each as it sounds. */
export function RecentProjects({ recent }: { recent: readonly RecentProject[] }) {
  const headingId = useId();
  const openPath = useProject((state) => state.details?.path);
  useEffect(() => {
    void look(recent);
    return stopLooking;
  }, [recent]);
  const names = useMemo(() => nameProjects(recent), [recent]);
  if (recent.length === 0) return null;
  return (
    <section className={classes.recent} aria-labelledby={headingId}>
      <div className={classes.head}>
        <h2 id={headingId} className={classes.heading}>
          {messages.start.recentProjects}
        </h2>
        <Button className={classes.edge} variant="subtle" color="gray" onClick={() => void chooseProject()}>
          {messages.start.openFile}
        </Button>
      </div>
      <ul className={classes.list} aria-label={messages.start.recentProjects}>
        {recent.map((project) => (
          <Project
            key={project.path}
            project={project}
            name={names.get(project.path) ?? project.title}
            isOpen={project.path === openPath}
          />
        ))}
      </ul>
    </section>
  );
}

/** `name`: its title, and where another project has the same, which of them it is. */
function Project({ project, name, isOpen }: { project: RecentProject; name: string; isOpen: boolean }) {
  const { path, missing, openedAt } = project;
  const glance = useGlances((state) => state.glances.get(path));
  const now = useNow(60_000);
  const factsId = useId();
  const facts = missing ? messages.start.missing : [...describe(glance), isOpen ? messages.start.isOpen : age(openedAt, now)].join(' · ');
  const open = (): void => {
    if (isOpen) goToPanel({ panel: 'narration' });
    else void openProject(path).then((failure) => failure && toastFailure(failure));
  };
  return (
    <li className={classes.project} data-missing={missing || undefined}>
      <div className={classes.picture}>
        <SoundPicture peaks={glance?.peaks ?? []} bars={bars} share={(glance?.finished ?? 0) / 100} />
      </div>
      <UnstyledButton className={classes.title} disabled={missing} title={`${name}\n${path}`} aria-describedby={factsId} onClick={open}>
        {name}
      </UnstyledButton>
      <span className={classes.facts} id={factsId}>
        {facts}
      </span>
      <Tooltip label={messages.start.remove(name)}>
        <ActionIcon className={classes.remove} size="sm" aria-label={messages.start.remove(name)} onClick={() => void forgetRecent(path)}>
          <IconX size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

/** Length and how far it has come, once they are known. */
function describe(glance: Glance | null | undefined): string[] {
  if (!glance) return [];
  if (glance.seconds === 0) return [messages.start.noAudio];
  const { seconds, finished, openPickups } = glance;
  const percent = messages.shapes.percentDone(Math.round(finished));
  return [
    formatDuration(seconds),
    messages.start.generated(percent),
    ...(openPickups === 0 ? [] : [messages.start.openPickups(openPickups)]),
  ];
}
