import { cutText } from '#shared/cut-text.ts';
import { Button } from '@mantine/core';
import type { KeptFile, PaidOperation } from '#shared/operations/paid.ts';
import { download } from '../../core/files/files.ts';
import type { ShownJob } from '../../core/jobs/jobs.ts';
import { day, size } from '../../lib/format.ts';
import { Section } from '../../ui/section.tsx';
import { Video } from '../../ui/video.tsx';
import { SoundRow } from '../../core/player/sound-row.tsx';
import classes from './timeline.module.css';
import { messages } from '#shared/messages/index.ts';

/** What came of it and is on this machine: to be heard, seen and saved. */
export function Files({ shown }: { shown: ShownJob }) {
  const { operation, removedAt } = shown;
  const { files, summary } = operation;
  if (removedAt !== null)
    return (
      <Section title={messages.jobs.files}>
        <p className={classes.words}>{messages.jobs.filesRemoved(day(removedAt))}</p>
      </Section>
    );
  if (files.length === 0) return null;
  const name = summary === '' ? messages.jobs.resultSubject : summary;
  return (
    <Section title={messages.jobs.files}>
      {files.map((file, index) => (
        <div key={file.url}>
          <Shown file={file} name={files.length === 1 ? name : `${name}, ${String(index + 1)}`} />
          <div className={classes.file}>
            <span className={classes.words}>
              {file.contentType.split(';')[0]} · {size(file.bytes)}
            </span>
            <Button variant="default" size="compact-sm" onClick={() => download(file.url, fileNameOf(operation, file, index))}>
              {messages.jobs.save}
            </Button>
          </div>
        </div>
      ))}
    </Section>
  );
}

function Shown({ file, name }: { file: KeptFile; name: string }) {
  const [kind] = file.contentType.split('/');
  if (kind === 'audio') return <SoundRow name={name} url={file.url} />;
  if (kind === 'image') return <img className={classes.media} src={file.url} alt={name} />;
  if (kind === 'video') return <Video className={classes.media} src={file.url} controls aria-label={name} />;
  return null;
}

const endings: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/json': 'json',
};

function fileNameOf({ family, summary, operationId }: PaidOperation, file: KeptFile, index: number): string {
  const plain = summary
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} ]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const words = cutText(plain, 60).trim();
  const ending = endings[file.contentType.split(';')[0] ?? ''] ?? 'bin';
  return `${words === '' ? `${family} ${operationId.slice(0, 8)}` : words}${index === 0 ? '' : ` ${String(index + 1)}`}.${ending}`;
}
