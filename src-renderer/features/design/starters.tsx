import { UnstyledButton } from '@mantine/core';
import { measureBands, type VoiceMeasure } from '#shared/sound/voice-measure.ts';
import { VoiceShape } from '../../ui/voice-shape.tsx';
import { startWith, useDesigns } from './stores.ts';
import classes from './starters.module.css';
import { messages } from '#shared/messages/index.ts';

type Starter = keyof typeof messages.design.starters;

/** Each with the colour and the form that such a voice may have: a sketch of what will be there, and no measurement. */
const sketches: readonly { starter: Starter; speaker: string; measure: VoiceMeasure }[] = [
  { starter: 'storyteller', speaker: 'voice-3', measure: sketch(92, 4, [2, 5, 11]) },
  { starter: 'newsreader', speaker: 'voice-15', measure: sketch(195, 6, [4, 10, 17]) },
  { starter: 'hero', speaker: 'voice-10', measure: sketch(138, 13, [3, 9, 15, 20]) },
  { starter: 'naturalist', speaker: 'voice-8', measure: sketch(172, 5, [2, 7, 13]) },
  { starter: 'villain', speaker: 'voice-23', measure: sketch(84, 9, [1, 8, 14, 21]) },
  { starter: 'bedtime', speaker: 'voice-19', measure: sketch(228, 8, [5, 9, 12]) },
];

/** Prompts to begin with, before there is a design to listen to. One press puts a prompt into the form, and sends nothing. */
export function Starters() {
  const prompt = useDesigns((state) => state.draft.prompt);
  const some = useDesigns((state) => state.designs.length > 0);
  return (
    <section className={classes.starters} aria-label={messages.design.startersName}>
      <header>
        <h2 className={classes.title}>{some ? messages.design.describeOrOpen : messages.design.describeAVoice}</h2>
        <p className={classes.note}>{messages.design.describeNote}</p>
      </header>
      <ul className={classes.list}>
        {sketches.map(({ starter, speaker, measure }) => {
          const { name, text } = messages.design.starters[starter];
          return (
            <li key={starter}>
              <UnstyledButton
                className={classes.starter ?? ''}
                aria-pressed={prompt === text}
                data-speaker={speaker}
                onClick={() => startWith(text)}
              >
                <VoiceShape measure={measure} name={name} size="card" />
                <span className={classes.words}>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.text}>{text}</span>
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <p className={classes.note}>{messages.design.startersNote}</p>
    </section>
  );
}

/** `median` in hertz, `range` in semitones, `peaks`: bands that are strong. */
function sketch(median: number, range: number, peaks: readonly number[]): VoiceMeasure {
  const bands = Array.from({ length: measureBands }, (_, band) => {
    const nearest = Math.min(...peaks.map((peak) => Math.abs(peak - band)));
    return Math.max(0.12, (1 - band / (1.8 * measureBands)) * Math.exp(-(nearest ** 2) / 3));
  });
  return { pitch: { median, low: median * 2 ** (-range / 24), high: median * 2 ** (range / 24) }, bands };
}
