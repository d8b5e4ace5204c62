import { memo } from 'react';
import type { VoiceMeasure } from '#shared/sound/voice-measure.ts';
import { outlineOfVoice } from './voice-outline.ts';
import classes from './voice-shape.module.css';

interface VoiceShapeProps {
  /** Undefined until it was measured: then a plain disc with the first letter of its name. */
  measure: VoiceMeasure | undefined;
  name: string;
  size: 'small' | 'row' | 'card' | 'large';
}

/** A voice as a picture in the colour of its `data-speaker`, drawn from its measured spectrum and pitch. Says nothing to screen readers. */
export const VoiceShape = memo(function VoiceShape({ measure, name, size }: VoiceShapeProps) {
  const shape = measure && outlineOfVoice(measure);
  return (
    <svg className={classes.shape} viewBox="-100 -100 200 200" data-size={size} data-measured={shape ? '' : undefined} aria-hidden>
      {shape ? (
        <>
          <path className={classes.body} d={shape.outline} />
          {size !== 'small' && <path className={classes.rings} d={shape.rings} />}
        </>
      ) : (
        <>
          <circle className={classes.ring} r="82" />
          <text className={classes.letter} y="3" textAnchor="middle" dominantBaseline="middle">
            {Array.from(name.trim())[0]?.toLocaleUpperCase() ?? ''}
          </text>
        </>
      )}
    </svg>
  );
});
