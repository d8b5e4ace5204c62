import { judgeStrain } from '#shared/dubbing/fit.ts';
import { decimal } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';
import { fitRange } from '#shared/wire/dubbing.ts';
import type { MissingPart } from '../../../core/media-jobs/missing-part.ts';
import { clock } from '../../../lib/format.ts';
import type { Forecast } from './dubbing-job-store.ts';

/** Of the video: speech that differs by no more is as long, as far as a forecast can say. */
const equalShare = 0.05;

const times = (pace: number): string => messages.dubbing.timesPace(decimal(pace));

export interface Outlook {
  /** `likely`: it fits, by a pace that is not of this voice, or at one that is heard. */
  verdict: 'done' | 'likely' | 'incomplete' | 'failed' | 'empty';
  words: { head: string; rest: string };
}

/** How the speech of a whole text is expected to fit its video, and what becomes of the picture; `wanted`: the service fits it. */
export function findOutlook({ speech, video, fit, learned }: Forecast, wanted: boolean): Outlook {
  const about = messages.dubbing.speechLength(clock(speech));
  if (video === undefined || !fit) return { verdict: 'empty', words: { head: about, rest: messages.dubbing.videoLengthUnknown } };
  const both = messages.dubbing.speechForVideo(about, clock(video));
  if (!wanted) {
    const isAsLong = Math.abs(speech - video) <= video * equalShare;
    const shorter = isAsLong ? messages.dubbing.endsWithSpeech : messages.dubbing.cutsPicture(clock(video - speech));
    return {
      verdict: !isAsLong ? 'incomplete' : learned ? 'done' : 'likely',
      words: { head: both, rest: speech > video ? messages.dubbing.endsWithVideo : shorter },
    };
  }
  const asked = messages.dubbing.paceNeeded(times(fit.pace), decimal(fitRange.slowest), decimal(fitRange.fastest));
  if (fit.verdict === 'fits') {
    const isHeard = judgeStrain(fit.pace) !== 'easy';
    const rest = isHeard ? `${asked} ${messages.dubbing.paceIsHeard}` : asked;
    const head = learned ? messages.dubbing.willFit(both) : messages.dubbing.likelyFits(both);
    return { verdict: learned && !isHeard ? 'done' : 'likely', words: { head, rest } };
  }
  if (fit.verdict === 'near')
    return {
      verdict: 'incomplete',
      words: { head: messages.dubbing.mayNotFit(both), rest: messages.dubbing.mayNotFitNote(asked) },
    };
  const remedy = fit.verdict === 'too-long' ? messages.dubbing.shortenText : messages.dubbing.lengthenText;
  return {
    verdict: 'failed',
    words: {
      head: messages.dubbing.willNotFit(both),
      rest: messages.dubbing.willNotFitNote(asked, remedy),
    },
  };
}

/** What to change, so that a dub that was cut fits when it is made again; `wasFitted`: the service was to fit it. */
export function adviseAgain({ of, kept, whole }: MissingPart, wasFitted: boolean): string {
  const pace = of === 'audio' ? whole / kept : kept / whole;
  const canFit = !wasFitted && pace >= fitRange.slowest && pace <= fitRange.fastest;
  if (of === 'audio') return canFit ? messages.dubbing.fitOrShorten : messages.dubbing.shortenAgain;
  return canFit ? messages.dubbing.fitOrLengthen : messages.dubbing.lengthenAgain;
}
