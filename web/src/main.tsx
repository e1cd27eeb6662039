import './shell/style-nonce';
import 'virtual:mantine-styles.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './query-client';
import { styleNonce } from './shell/style-nonce';
import { router } from './router';
import { Notices } from './shell/notices';
import { resolveVariables, theme } from './shell/theme';

mendLanguage();
const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
document.querySelector('.boot')?.remove();
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <Notices />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/**
 * On a system without a configured language, browsers report a tag that `Intl` rejects, such as
 * `en-US@posix`. uPlot passes it to `Intl` when it loads, so charts would not render. This function
 * falls back to English, the dashboard's language.
 */
function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}
