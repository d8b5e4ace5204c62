import { ActionIcon, Tooltip } from '@mantine/core';
import { IconReplace } from '@tabler/icons-react';
import { useRef } from 'react';
import { iconSize } from '../lib/icon-size.ts';

interface ReplaceFileProps {
  /** What is replaced: `Replace video`. */
  name: string;
  /** Endings or types, as `<input accept>` has them. */
  accept: string;
  onFile: (file: File) => void;
}

/** Chooses another file in place of the one that stands there. */
export function ReplaceFile({ name, accept, onFile }: ReplaceFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tooltip label={name}>
        <ActionIcon aria-label={name} onClick={() => input.current?.click()}>
          <IconReplace size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
