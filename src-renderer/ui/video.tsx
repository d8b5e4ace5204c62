import { useMergedRef } from '@mantine/hooks';
import type { ComponentProps } from 'react';
import { soundOutput } from '../audio/output.ts';

/** A `<video>` whose sound plays on the chosen output. */
export function Video({ ref, ...props }: ComponentProps<'video'>) {
  const merged = useMergedRef(ref, route);
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- this is the one that the rule asks for
  return <video ref={merged} {...props} />;
}

function route(element: HTMLVideoElement | null): void {
  if (element) void soundOutput.route(element);
}
