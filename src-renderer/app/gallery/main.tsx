import '../styles.ts';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { styleNonce } from '../../lib/nonce.ts';
import { cssVariables, theme } from '../../ui/theme.ts';
import { Gallery } from './gallery.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('gallery.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <Gallery />
    </MantineProvider>
  </StrictMode>,
);
