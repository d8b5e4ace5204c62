import { ActionIcon, Button, Loader, SegmentedControl, Select, Slider, Switch, TextInput } from '@mantine/core';
import { IconMicrophone, IconPlayerPlayFilled, IconSearchOff, IconStar, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { charges, fail, type Charged, type Failure } from '#shared/failure.ts';
import { DropZoneShape } from '../../ui/drop-zone.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { JobRow } from '../../core/jobs/job-row.tsx';
import { MediaCard } from '../../ui/media-card.tsx';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { recoverabilityOfFamily, type WorkFamily } from '../../lib/recoverability.ts';
import { RecoverabilityBadge } from '../../ui/recoverability-badge.tsx';
import { FieldRow, Section } from '../../ui/section.tsx';
import { SoundRow } from '../../core/player/sound-row.tsx';
import { StatusGlyph, type Status } from '../../ui/status-glyph.tsx';
import classes from './gallery.module.css';
import { message } from '#shared/messages/message.ts';

const nothing = (): void => undefined;

const statuses: readonly [Status, string][] = [
  ['empty', 'No sound'],
  ['stale', 'Changed'],
  ['queued', 'Queued'],
  ['generating', 'Generating'],
  ['done', 'Done · 0:04.2'],
  ['incomplete', 'Incomplete'],
  ['failed', 'Failed'],
  ['locked', 'Locked'],
];
const families: readonly WorkFamily[] = ['result', 'job', 'aligned', 'sync', 'create'];
const colours = [
  ...['well', 'ground', 'surface', 'paper', 'raised', 'float', 'field', 'button', 'hover', 'pressed', 'track'],
  ...['border', 'border-strong', 'border-control', 'focus'],
  ...['text', 'text-quiet', 'text-faint', 'accent', 'accent-tint', 'good', 'warn', 'bad', 'word-lit', 'wave', 'wave-played', 'playhead'],
];
const failures: Record<Charged, Failure> = {
  no: fail('unreachable', message('failures.verbatim', 'The local service did not answer at its address.'), {
    next: 'restart-local-service',
  }).failure,
  yes: fail('stream-interrupted', message('failures.verbatim', 'The sound broke off after 3.1 seconds of about 8.'), {
    charged: 'yes',
    requestId: '5d7a3c40-9f1e-4a55-8a0e-52c1f3a7b6d2',
  }).failure,
  unknown: fail('outcome-unknown', message('failures.verbatim', 'The request was sent, and the connection closed before an answer came.'), {
    charged: 'unknown',
    requestId: 'c2c8b1f0-77aa-4b7e-9b2d-3f9d1a6e8810',
    code: 'ERR_REQUEST_IN_PROGRESS',
  }).failure,
};

/** A second of sound that grows and fades. */
const sweep = {
  seconds: 1,
  peaks: Float32Array.from({ length: 240 }, (_, at) => Math.sin((at / 240) * Math.PI) * Math.abs(Math.sin(at * 0.21))),
};

/** Every shape that panels are composed of, in every state, on one page. */
export function Gallery() {
  return (
    <main className={classes.gallery} aria-label="The shapes of the studio">
      <h1 className={classes.heading}>The shapes of the studio</h1>
      <div className={classes.columns}>
        <Shelf title="Paid work: says before what it costs">
          <div className={classes.line}>
            <PaidButton name="Generate all" estimate="12 blocks: about 84 credits." unavailable={undefined} onPress={nothing} />
            <PaidButton name="Generate" variant="default" estimate="1 block: about 7 credits." unavailable={undefined} onPress={nothing} />
            <PaidButton name="Generate all" estimate="" unavailable="Choose a voice first." onPress={nothing} />
            <Button loading>Generate all</Button>
          </div>
          <div className={classes.line}>
            {families.map((family) => (
              <RecoverabilityBadge key={family} {...recoverabilityOfFamily[family]} />
            ))}
          </div>
          <RecoverabilityBadge {...recoverabilityOfFamily.aligned} open />
        </Shelf>
        <Shelf title="States: by shape and by word">
          <div className={classes.line}>
            {statuses.map(([status, words]) => (
              <StatusGlyph key={status} status={status}>
                {words}
              </StatusGlyph>
            ))}
          </div>
        </Shelf>
        <Shelf title="Failures: what, whether charged, what now">
          {charges.map((charged) => (
            <FailureCard
              key={charged}
              failure={failures[charged]}
              paid
              about={charged === 'no' ? undefined : 'The lighthouse keeper counted the waves…'}
              action={<Button variant="default">{charged === 'no' ? 'Restart local service' : 'Generate again'}</Button>}
              onDismiss={nothing}
            />
          ))}
        </Shelf>
        <Shelf title="Jobs">
          <div className={classes.framed}>
            <JobRow
              kind="Speech"
              title="Chapter 3, The crossing"
              status="generating"
              words="Generating, 5 of 12"
              fraction={5 / 12}
              timeLeft="about 2 min left"
              cost="≈ 84 credits"
              badge={<RecoverabilityBadge {...recoverabilityOfFamily.job} />}
              requestId="9d1c7f52"
              next={<Button variant="default">Stop waiting</Button>}
            />
            <JobRow
              kind="Dubbing"
              title="Interview, German"
              status="queued"
              words="Queued"
              cost="price unknown"
              next={<Button variant="default">Cancel</Button>}
            />
            <JobRow
              kind="Lip sync"
              title="Greeting, take 2"
              status="failed"
              words="Failed: the video could not be read"
              cost="refunded"
              requestId="27be0a11"
              next={<Button variant="default">Choose another file</Button>}
            />
            <JobRow
              kind="Speech"
              title="A line for the door"
              status="done"
              words="Done"
              cost="3 credits"
              badge={<RecoverabilityBadge {...recoverabilityOfFamily.result} />}
              next={<Button variant="default">Show</Button>}
            />
          </div>
        </Shelf>
        <Shelf title="Media">
          <div className={classes.cards}>
            <MediaCard
              title="Take 3"
              chosen
              play={<Play />}
              mark={<StatusGlyph status="done">Chosen</StatusGlyph>}
              picture={<Wave seed={3} />}
              facts={[
                ['Length', '0:08.4'],
                ['Voice', 'Nora'],
                ['Cost', '7 credits'],
              ]}
              actions={
                <>
                  <Button variant="default">Compare</Button>
                  <ActionIcon aria-label="Star this take" variant="default">
                    <IconStar size={iconSize.normal} aria-hidden />
                  </ActionIcon>
                </>
              }
            />
            <MediaCard
              title="Take 2"
              play={<Play />}
              mark={<StatusGlyph status="incomplete">Incomplete</StatusGlyph>}
              picture={<Wave seed={5} />}
              facts={[
                ['Length', '0:03.1 of about 0:08'],
                ['Voice', 'Nora'],
              ]}
              actions={<Button variant="default">Use this take</Button>}
            />
            <MediaCard
              title="Greeting.mp4"
              shape="picture"
              play={<Play />}
              picture={<div className={classes.film} />}
              facts={[
                ['Length', '0:24.0'],
                ['Size', '1920 × 1080'],
              ]}
            />
          </div>
        </Shelf>
        <Shelf title="Short sounds">
          <SoundRow name="Nora" url="blob:nora" outline={sweep} />
          <SoundRow name="Tom" url="blob:tom" outline={sweep}>
            <StatusGlyph status="done">Paid for</StatusGlyph>
          </SoundRow>
        </Shelf>
        <Shelf title="Dropping files">
          <DropZoneShape
            name="Recordings"
            words="WAV, MP3 or M4A, up to 10 MB each"
            state="idle"
            button={<Button variant="default">Choose files…</Button>}
          />
          <DropZoneShape
            name="Recordings"
            words="WAV, MP3 or M4A, up to 10 MB each"
            state="near"
            button={<Button variant="default">Choose files…</Button>}
          />
          <DropZoneShape
            name="Recordings"
            words="Drop to add: WAV, MP3 or M4A, up to 10 MB each"
            state="over"
            button={<Button variant="default">Choose files…</Button>}
          />
          <DropZoneShape
            name="Recordings"
            words="Five recordings are the most for one voice."
            state="unavailable"
            button={
              <Button variant="default" disabled>
                Choose files…
              </Button>
            }
          />
        </Shelf>
        <Shelf title="Nothing to show, and why">
          <div className={classes.cards}>
            <Framed>
              <EmptyState
                icon={<IconMicrophone size={iconSize.picture} stroke={1.4} aria-hidden />}
                title="No recordings yet"
                action={<Button>Record</Button>}
              >
                A minute of clear speech is enough.
              </EmptyState>
            </Framed>
            <Framed>
              <EmptyState icon={<Loader size={iconSize.wide} />} title="Reading the voices">
                There are many: the first are shown in a moment.
              </EmptyState>
            </Framed>
            <Framed>
              <EmptyState
                icon={<IconWifiOff size={iconSize.picture} stroke={1.4} aria-hidden />}
                title="Not connected"
                action={<Button variant="default">Try again</Button>}
              >
                What was read before is kept and shown as of then.
              </EmptyState>
            </Framed>
            <Framed>
              <EmptyState
                icon={<IconSearchOff size={iconSize.picture} stroke={1.4} aria-hidden />}
                title="No voice is called so"
                action={<Button variant="default">Clear the filters</Button>}
              >
                Three filters narrow the list.
              </EmptyState>
            </Framed>
          </div>
        </Shelf>
        <Shelf title="Sections and fields">
          <div className={classes.inspector}>
            <Section title="Block" actions={<Button variant="default">Reset</Button>}>
              <Select label="Voice" data={['Nora', 'Tom']} defaultValue="Nora" />
              <TextInput label="Title" defaultValue="The crossing" error="A title is at most 200 characters." />
              <FieldRow label="Speed" note="How fast the voice speaks.">
                {(id) => <Slider id={id} min={0.5} max={2} step={0.05} defaultValue={1} label={null} thumbLabel="Speed" />}
              </FieldRow>
              <FieldRow label="Locked">{(id) => <Switch id={id} defaultChecked />}</FieldRow>
              <SegmentedControl size="xs" aria-label="Theme" data={['System', 'Light', 'Dark']} />
            </Section>
          </div>
        </Shelf>
        <Shelf title="Type and colour">
          <p className={classes.script}>The lighthouse keeper counted the waves, as he had every night for thirty years.</p>
          <p className={classes.small}>Interface 13/20, notes 12/18, facts 11/16: 0:04.2 of 1:12.0, 84 credits.</p>
          <div className={classes.swatches}>
            {colours.map((name) => (
              <div key={name} className={classes.swatch}>
                <span
                  className={classes.colour}
                  data-colour={name}
                  ref={(element) => element?.style.setProperty('background', `var(--${name})`)}
                />
                {name}
              </div>
            ))}
          </div>
        </Shelf>
      </div>
    </main>
  );
}

function Shelf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.shelf}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  );
}

const Framed = ({ children }: { children: ReactNode }) => <div className={classes.framed}>{children}</div>;

const Play = () => (
  <ActionIcon aria-label="Play" variant="default">
    <IconPlayerPlayFilled size={iconSize.small} aria-hidden />
  </ActionIcon>
);

/** A stand-in for a waveform. */
function Wave({ seed }: { seed: number }) {
  const bars = Array.from({ length: 60 }, (_, index) => 2 + 34 * Math.abs(Math.sin(index * 0.9 * seed) * Math.sin((index + seed) * 0.13)));
  return (
    <svg viewBox="0 0 240 40" preserveAspectRatio="none" className={classes.bars} aria-hidden>
      {bars.map((height, index) => (
        <rect key={index} x={4 * index} y={20 - height / 2} width={2.4} height={height} />
      ))}
    </svg>
  );
}
