import { Code, Tabs, Text } from '@mantine/core';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { ClientSetup } from './client-setup';
import { CLIENTS } from './clients';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Shows how to use the service from other tools, with the user's address and a key. */
export function ConnectPage() {
  const { origin, hostname } = globalThis.location;
  return (
    <Page
      title="Connect"
      lead="Use this service from tools that support OpenAI's API or MCP. Choose a tool and copy its settings."
    >
      <Panel>
        <Tabs defaultValue={CLIENTS[0]?.id ?? null} variant="pills">
          <Tabs.List aria-label="Tools" mb="lg">
            {CLIENTS.map(({ id, name }) => (
              <Tabs.Tab key={id} value={id}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {CLIENTS.map((client) => (
            <Tabs.Panel key={client.id} value={client.id}>
              <ClientSetup client={client} origin={origin} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Panel>
      {LOCAL_HOSTS.includes(hostname) && (
        <Text fz="sm" c="dimmed">
          If the tool runs in a container, use <Code>host.docker.internal</Code> instead of{' '}
          <Code>{hostname}</Code>.
        </Text>
      )}
    </Page>
  );
}
