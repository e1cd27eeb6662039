import { Loader, Tabs } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import type { DraftRequest } from './draft';

// Loaded when their tabs first open.
const CodePanel = lazy(async () => ({ default: (await import('./code-panel')).CodePanel }));
const SimulateSwitches = lazy(async () => ({
  default: (await import('./simulate-switches')).SimulateSwitches,
}));

interface Props {
  readonly tab: string | null;
  readonly onTab: (tab: string | null) => void;
  readonly request: DraftRequest;
  readonly simulate: readonly string[];
  readonly onSimulate: (simulate: readonly string[]) => void;
  /** The results. */
  readonly children: ReactNode;
}

/** Shows the results; developers find the code and the simulated failures behind them. */
export function StageTabs({ tab, onTab, request, simulate, onSimulate, children }: Props) {
  return (
    <Tabs value={tab} onChange={onTab} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="result" px="xs">
          Result
        </Tabs.Tab>
        <Tabs.Tab value="code" px="xs">
          API request
        </Tabs.Tab>
        <Tabs.Tab value="simulate" px="xs">
          Simulate failures{simulate.length > 0 && ` (${simulate.length})`}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="result">{children}</Tabs.Panel>
      <Tabs.Panel value="code">
        <Suspense fallback={<Loader size="sm" />}>
          <CodePanel request={request} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="simulate">
        <Suspense fallback={<Loader size="sm" />}>
          <SimulateSwitches value={simulate} onChange={onSimulate} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
