import { Button } from '@mantine/core';
import { silentSegments, staleSegments, voiceless, wanting } from '#shared/dubbing/fit.ts';
import type { Dub } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { creditsFrom, PriceWords } from '../../../core/account/price.tsx';
import { answerExport, useDubFiles } from '../../../core/dubbing-timeline/files.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import { findGoneVoices } from '../../../core/voices/gone-voices.ts';
import { Dialog, DialogActions, DialogWords } from '../../../ui/dialog.tsx';
import { generateAll, useMaking } from '../stores.ts';
import { useGeneration } from './segment-acts.ts';

/** The question before audio is exported of which some is missing, or older than its line. */
export function ExportQuestion({ dub }: { dub: Dub }) {
  const isAsked = useDubFiles((state) => state.exportQuestion !== undefined);
  return isAsked ? <Question dub={dub} /> : null;
}

function Question({ dub }: { dub: Dub }) {
  const failures = useMaking((state) => state.failures);
  const isGone = useStudio((state) => findGoneVoices(state));
  const { characters, price, unavailable } = useGeneration(wanting(dub, isGone), dub);
  const stale = staleSegments(dub);
  const silent = silentSegments(dub);
  const failed = [...stale, ...silent].filter(({ id }) => failures.has(id)).length;
  const without = voiceless(dub, isGone).length;
  const words = {
    what: messages.dubbing.character(characters),
    credits: creditsFrom(price, ({ credits }) => credits),
    learnedFrom: price?.learnedFrom ?? 0,
  };
  const estimate = <PriceWords full {...words} />;
  return (
    <Dialog onClose={() => void answerExport(false)} title={messages.dubbing.exportUnfinished}>
      <DialogWords>
        {[
          stale.length > 0 ? messages.dubbing.changedLines(stale.length) : '',
          silent.length > 0 ? messages.dubbing.silentLines(silent.length) : '',
          without > 0 ? messages.dubbing.voicelessLines(without) : '',
          failed > 0 ? messages.dubbing.failedLines(failed) : '',
        ]
          .filter(Boolean)
          .join(' ')}
      </DialogWords>
      {unavailable === undefined && <DialogWords>{estimate}</DialogWords>}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={() => void answerExport(false)}>
          {messages.dubbing.cancel}
        </Button>
        <Button variant="default" onClick={() => void answerExport(true)}>
          {messages.dubbing.exportAnyway}
        </Button>
        <PaidButton
          name={messages.dubbing.generateFirst}
          estimate={estimate}
          recovery={messages.dubbing.generateAllNote}
          unavailable={unavailable}
          onPress={() => {
            void answerExport(false);
            void generateAll();
          }}
        />
      </DialogActions>
    </Dialog>
  );
}
