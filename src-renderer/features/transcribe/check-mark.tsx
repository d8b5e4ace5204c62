import { captionRules } from '#shared/narration/caption-breaks.ts';
import { readingSpeeds, type CaptionCheck } from '#shared/transcripts/make.ts';
import { plural } from '../../lib/format.ts';
import { StatusGlyph } from '../../ui/status-glyph.tsx';

/** What a segment is as a caption, where there is something to say: too fast to be read, or too long for its lines. */
export function CheckMark({ pace, speed, linesOver }: { pace: CaptionCheck['pace'] | undefined; speed: number; linesOver: number }) {
  if (pace === undefined) return null;
  if (linesOver > 0)
    return (
      <span title={`A caption has ${String(captionRules.lines)} lines of ${String(captionRules.charactersPerLine)} characters.`}>
        <StatusGlyph status="incomplete">{plural(captionRules.lines + linesOver, 'line')}</StatusGlyph>
      </span>
    );
  if (pace === 'easy') return null;
  const most = String(pace === 'too-fast' ? readingSpeeds.most : readingSpeeds.ease);
  return (
    <span
      title={`Read at ease up to ${String(readingSpeeds.ease)} characters a second; beyond ${String(readingSpeeds.most)} it is too fast for most.`}
    >
      <StatusGlyph status={pace === 'too-fast' ? 'incomplete' : 'queued'}>
        {speed} char/s{pace === 'too-fast' ? `, over ${most}` : ''}
      </StatusGlyph>
    </span>
  );
}
