import { DirectionProvider } from '@mantine/core';
import type { ReactNode } from 'react';

/** Time runs from left to right in every language, as in its waveforms: a transport, a place to seek in. */
export const LeftToRight = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <DirectionProvider initialDirection="ltr" detectDirection={false}>
    <div className={className} dir="ltr">
      {children}
    </div>
  </DirectionProvider>
);
