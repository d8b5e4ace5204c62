import { ActionIcon, Button } from '@mantine/core';
import { IconPlayerStopFilled, IconX } from '@tabler/icons-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { sayLimits } from '#shared/operations/paid.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { quoteLines, useLine, useLineFailures, type LineQuote, type LineState } from '../../core/voices/lines.ts';
import { playSound, toggleSound, useSounds } from '../../core/player/sounds.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { useProjectLanguages } from '../../core/voices/project-languages.ts';
import { lineOf } from '../../core/voices/sample-line.ts';
import { voiceColour } from '../../core/voices/speaker-colour.ts';
import { answeringModelId } from '../../core/voices/voice-facts.ts';
import { shownName } from '../../core/voices/voice-search.ts';
import { choose, useVoices, voiceOfId } from '../../core/voices/voices.ts';
import { formatCharge, nextWords, plainFailure } from '../../lib/failure-words.ts';
import { commonFailure, failureKey } from '../../lib/same-failure.ts';
import { leaves, number } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { usePriceBasis, useReadyService } from '../../core/account/price.tsx';
import { RequestId } from '../../ui/request-id.tsx';
import { SoundRow } from '../../core/player/sound-row.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { whyNoAudition } from './commands.ts';
import classes from './audition.module.css';
import { messages } from '#shared/messages/index.ts';
import { audition, followLanguage, setLine, soundOf, stopAudition, useAudition } from './stores.ts';
import type { Failure } from '#shared/failure.ts';

/** A price is asked for when nothing has changed for this long, in milliseconds. */
const quoteAfterMs = 300;

/** One line in every chosen voice: the price before, the results to be walked through by keys. */
export function AuditionDock() {
  const text = useAudition((state) => state.text);
  const running = useAudition((state) => state.running);
  const chosen = useChosen();
  const quote = useQuote(text, chosen);
  const shared = useSharedFailure(chosen, text);
  const [language] = useProjectLanguages();
  const isEmpty = chosen.length === 0;
  useEffect(() => {
    if (language !== undefined) followLanguage(language);
  }, [language]);
  return (
    <section
      className={classes.dock}
      aria-label={messages.voices.audition}
      data-empty={isEmpty || undefined}
      data-failed={shared !== undefined || undefined}
    >
      {shared && (
        <div className={classes.shared}>
          <Failed
            failure={shared.failure}
            requestIds={shared.requestIds}
            about={messages.voices.failedCount(messages.voices.voice(shared.count)).trim()}
          />
        </div>
      )}
      <div className={classes.left}>
        <TextArea
          aria-label={messages.voices.lineToSay}
          classNames={{ root: classes.line ?? '', wrapper: classes.fill ?? '', input: classes.fill ?? '' }}
          value={text}
          maxLength={sayLimits.characters}
          onChange={(event) => setLine(event.currentTarget.value)}
        />
        <div className={classes.foot}>
          <Price quote={quote} count={chosen.length} />
          <KeptFocus state={running !== undefined}>
            {running ? (
              <Button variant="default" leftSection={<IconPlayerStopFilled size={iconSize.small} aria-hidden />} onClick={stopAudition}>
                {messages.voices.stopProgress(String(running.done), String(running.total))}
              </Button>
            ) : (
              <Run quote={quote} count={chosen.length} />
            )}
          </KeptFocus>
        </div>
      </div>
      <Results voices={chosen} text={text} quote={quote} sharedFailure={shared && failureKey(shared.failure)} />
    </section>
  );
}

/** The reason that several voices have no sound for: said once, above them all. */
function useSharedFailure(voices: readonly CatalogueVoice[], text: string) {
  const failures = useLineFailures(voices.map((voice) => lineOf(voice, text)));
  const common = commonFailure(failures);
  const count = common ? failures.length - common.others : 0;
  return common && count > 1 ? { ...common, count } : undefined;
}

function useChosen(): readonly CatalogueVoice[] {
  const ids = useVoices((state) => state.chosen);
  useStudio((state) => state.voices);
  return ids.flatMap((id) => voiceOfId(id) ?? []);
}

interface Quote {
  lines: ReadonlyMap<string, LineQuote>;
  /** Voices that have not said the line yet. */
  missing: number;
  /** Null while a price is not known. */
  credits: number | null;
  learnedFrom: number;
}

/** Undefined while it is asked for, null where nothing is asked or found. */
function useQuote(text: string, voices: readonly CatalogueVoice[]): Quote | null | undefined {
  const key = `${text.trim()}\n${voices.map((voice) => `${voice.voiceId} ${answeringModelId(voice) ?? ''}`).join('\n')}`;
  const done = useAudition((state) => state.running?.done);
  const ready = useReadyService();
  const [known, setKnown] = useState<{ key: string; quote: Quote | null }>();
  useEffect(() => {
    const [line = '', ...rest] = key.split('\n');
    const asked = rest.flatMap((each) => {
      const [voiceId = '', modelId = ''] = each.split(' ');
      return modelId === '' ? [] : [{ voiceId, modelId }];
    });
    if (line === '' || asked.length === 0) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void quoteLines(line, asked, controller.signal).then((answer) => {
        if (controller.signal.aborted) return;
        if (!answer) {
          setKnown({ key, quote: null });
          return;
        }
        const missing = answer.lines.filter(({ file }) => file === null);
        const credits = missing.reduce<number | null>(
          (sum, each) => (sum === null || each.credits === null ? null : sum + each.credits),
          0,
        );
        const lines = new Map(answer.lines.map((each) => [each.voiceId, each]));
        setKnown({ key, quote: { lines, missing: missing.length, credits, learnedFrom: answer.learnedFrom } });
      });
    }, quoteAfterMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, done, ready]);
  if (text.trim() === '' || voices.every((voice) => answeringModelId(voice) === undefined)) return null;
  return known?.key === key ? known.quote : undefined;
}

/** In a line: how many are paid for, what the others cost, and what would be left. */
function Price({ quote, count, full = false }: { quote: Quote | null | undefined; count: number; full?: boolean }) {
  const credits = useStudio((state) => state.account?.credits);
  const basis = usePriceBasis(quote?.credits, quote?.learnedFrom ?? 0);
  if (count === 0) return <span className={classes.price}>{messages.voices.chooseVoices}</span>;
  if (!quote) return <span className={classes.price}>{messages.voices.voice(count)}</span>;
  const paid = count - quote.missing;
  const cost =
    quote.credits === null ? messages.voices.priceUnknown : messages.shapes.about(messages.voices.credit(Math.ceil(quote.credits)));
  const left = leaves(credits, quote.credits === null ? null : Math.ceil(quote.credits));
  const words =
    quote.missing === 0
      ? messages.voices.allFree(messages.voices.voice(count))
      : `${messages.voices.voice(quote.missing)}: ${cost}${left}${paid > 0 ? messages.voices.freeCount(number(paid)) : ''}.`;
  if (!full) return <span className={classes.price}>{words}</span>;
  return quote.missing === 0 ? words : `${words} ${basis}`;
}

function Run({ quote, count }: { quote: Quote | null | undefined; count: number }) {
  useStudio((state) => state.connection);
  const text = useAudition((state) => state.text);
  const allPaid = quote?.missing === 0;
  return (
    <PaidButton
      name={messages.voices.audition}
      command="voices.audition"
      estimate={<Price quote={quote} count={count} full />}
      recovery={allPaid ? undefined : messages.voices.auditionNote}
      unavailable={whyNoAudition({ count, text, allPaid })}
      onPress={() => void audition()}
    />
  );
}

interface ResultsProps {
  voices: readonly CatalogueVoice[];
  text: string;
  quote: Quote | null | undefined;
  /** The reason that stands above the results. */
  sharedFailure: string | undefined;
}

/** What came of it, a row for each voice. Up and Down go to the next and play it at once. */
function Results({ voices, text, quote, sharedFailure }: ResultsProps) {
  const [at, setAt] = useState(0);
  const current = voices[Math.min(at, voices.length - 1)];
  const urlOf = (voice: CatalogueVoice): string | undefined => soundOf(voice) ?? quote?.lines.get(voice.voiceId)?.file?.url;
  // The row that sounds is the current one: in an audition, one after the other.
  const sounding = useSounds((sounds) => (sounds.paused ? undefined : sounds.url));
  const soundingAt = sounding === undefined ? -1 : voices.findIndex((voice) => urlOf(voice) === sounding);
  const soundingId = voices[soundingAt]?.voiceId;
  const [followedId, setFollowedId] = useState<string>();
  if (soundingId !== followedId) {
    setFollowedId(soundingId);
    if (soundingAt >= 0) setAt(soundingAt);
  }
  useEffect(() => {
    if (soundingId !== undefined) document.getElementById(resultId(soundingId))?.scrollIntoView({ block: 'nearest' });
  }, [soundingId]);
  if (voices.length === 0) return <p className={classes.empty}>{messages.voices.auditionEmptyNote}</p>;
  const go = (index: number): void => {
    const next = Math.max(0, Math.min(voices.length - 1, index));
    const voice = voices[next];
    setAt(next);
    if (!voice) return;
    useVoices.setState({ currentId: voice.voiceId });
    document.getElementById(resultId(voice.voiceId))?.scrollIntoView({ block: 'nearest' });
    const url = urlOf(voice);
    if (url !== undefined) playSound(url);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = current ? voices.indexOf(current) : 0;
    const moves: Partial<Record<string, number>> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: voices.length - 1 };
    const target = moves[event.key];
    const url = current && urlOf(current);
    if (target !== undefined) go(target);
    else if (event.key === ' ' && url !== undefined) toggleSound(url);
    else if (event.key === 'Delete' && current) choose([current.voiceId], false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes.right}>
      <div
        className={classes.results}
        role="grid"
        aria-label={messages.voices.auditionResults}
        aria-rowcount={voices.length}
        aria-activedescendant={current && resultId(current.voiceId)}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {voices.map((voice, index) => (
          <Result
            key={voice.voiceId}
            voice={voice}
            text={text}
            index={index}
            quote={quote && (quote.lines.get(voice.voiceId) ?? null)}
            isCurrent={voice === current}
            sharedFailure={sharedFailure}
            onPress={() => setAt(index)}
          />
        ))}
      </div>
    </div>
  );
}

const resultId = (voiceId: string): string => `audition-${voiceId}`;

interface ResultProps {
  voice: CatalogueVoice;
  text: string;
  index: number;
  /** Undefined while it is asked for. */
  quote: LineQuote | null | undefined;
  isCurrent: boolean;
  /** The reason that stands above the results. */
  sharedFailure: string | undefined;
  onPress: () => void;
}

function Result({ voice, text, index, quote, isCurrent, sharedFailure, onPress }: ResultProps) {
  const name = useVoices((state) => shownName(voice, state.marks));
  const line = useLine(lineOf(voice, text));
  const file = line?.state === 'said' ? line.file : quote?.file;
  return (
    <div
      id={resultId(voice.voiceId)}
      className={classes.result}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isCurrent}
      data-current={isCurrent ? '' : undefined}
      data-speaker={voiceColour(voice.voiceId)}
      onClick={onPress}
    >
      <span role="gridcell" className={classes.name}>
        {name}
      </span>
      <span role="gridcell" className={classes.sound}>
        {file ? <SoundRow name={name} url={file.url} /> : <Standing line={line} quote={quote} sharedFailure={sharedFailure} />}
      </span>
      <span role="gridcell">
        <ActionIcon aria-label={messages.voices.removeFromAudition(name)} tabIndex={-1} onClick={() => choose([voice.voiceId], false)}>
          <IconX size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </span>
    </div>
  );
}

function Standing({ line, quote, sharedFailure }: { line: LineState | undefined } & Pick<ResultProps, 'quote' | 'sharedFailure'>) {
  if (line?.state === 'saying') return <StatusGlyph status="generating">{messages.voices.inProgress}</StatusGlyph>;
  if (line?.state === 'failed') {
    const { failure } = line;
    if (failureKey(failure) === sharedFailure) return <StatusGlyph status="failed">{messages.jobs.failed}</StatusGlyph>;
    return <Failed failure={failure} requestIds={failure.requestId === undefined ? [] : [failure.requestId]} />;
  }
  const price =
    quote === undefined
      ? messages.account.loadingPrice
      : quote?.credits == null
        ? messages.voices.priceUnknown
        : messages.shapes.about(messages.voices.credit(Math.ceil(quote.credits)));
  return (
    <StatusGlyph status="empty">
      {messages.voices.notGenerated}
      <span className={classes.quiet}> · {price}</span>
    </StatusGlyph>
  );
}

/** Why there is no sound: of one voice, or of several that failed alike. */
function Failed({ failure, requestIds, about }: { failure: Failure; requestIds: readonly string[]; about?: string }) {
  const [requestId, ...more] = requestIds;
  return (
    <span className={classes.failure} role="alert">
      <StatusGlyph status="failed">
        {about !== undefined && `${about} `}
        {plainFailure(failure)}
      </StatusGlyph>
      <span className={classes.quiet}>
        {formatCharge(failure)} {nextWords[failure.next]}
      </span>
      {requestId !== undefined && <RequestId id={requestId} code={failure.code} detail={failure.detail} more={more} />}
    </span>
  );
}
