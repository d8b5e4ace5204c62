import { useEffect, useState } from 'react';
import type { Dub } from '#shared/dubbing/timeline.ts';

/** Peaks of the original sound, all of them: 200 bytes a second. Undefined until they are here, and where there are none. */
export function useOriginalPeaks(dub: Dub): Int8Array | undefined {
  const [known, setKnown] = useState<{ id: string; peaks: Int8Array }>();
  const ready = dub.video.sound.state === 'ready';
  useEffect(() => {
    if (!ready) return;
    const abort = new AbortController();
    fetch(`/bytes/dub/${dub.id}/original.peaks`, { signal: abort.signal })
      .then(async (response) => {
        if (response.ok) setKnown({ id: dub.id, peaks: new Int8Array(await response.arrayBuffer()) });
      })
      // Without peaks the lane is empty; the sound is there all the same.
      .catch(() => undefined);
    return () => abort.abort();
  }, [dub.id, ready]);
  return known?.id === dub.id ? known.peaks : undefined;
}
