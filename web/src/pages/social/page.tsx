import { Alert, Button, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Dialog } from '../../components/dialog';
import { Page } from '../../components/page';
import { mayChange, useSession } from '../../session/session';
import { Accounts } from './accounts';
import { Calendar } from './calendar';
import { Composer } from './composer';
import { Connect } from './connect';
import { EditDialog } from './edit-dialog';
import { Posts } from './posts';
import { ReturnNotice } from './return-notice';
import { closeDialogs, VIEWS, type SocialSearch } from './search';

export function SocialPage() {
  const search = useSearch({ from: '/shell/social' });
  const { role, account } = useSession();
  const isIncluded = account.plan !== 'free';
  const may = isIncluded && mayChange(role);
  const [isConnecting, connecting] = useDisclosure();
  const [isComposing, composing] = useDisclosure();
  const connect = may && (
    <Button variant="default" onClick={connecting.open}>
      Connect account
    </Button>
  );
  const navigate = useNavigate();
  const close = () => {
    composing.close();
    void navigate({ to: '/social', search: closeDialogs(search), replace: true });
  };
  const isAsked = (search.post ?? search.at ?? search.copy) !== undefined;
  const compose = may && <Button onClick={composing.open}>New post</Button>;
  return (
    <Page
      title="Social"
      lead="Connect accounts, schedule and publish."
      actions={
        <>
          {connect}
          {compose}
        </>
      }
    >
      <ReturnNotice search={search} />
      {!isIncluded && (
        <Alert variant="light" title="Social publishing is not included in the Free plan">
          Paid plans connect the accounts of your characters, and schedule and publish posts. Ask
          the operator of this service to change your plan. Until then, you can connect and publish
          nothing, and nothing is charged.
        </Alert>
      )}
      <Views search={search} may={may} connect={connect} compose={compose} />
      <Dialog
        opened={isConnecting}
        onClose={connecting.close}
        title="Connect account"
        centered
        size="lg"
      >
        <Connect onDone={connecting.close} />
      </Dialog>
      <Composer isOpen={may && (isComposing || isAsked)} search={search} onClose={close} />
      <EditDialog id={search.edit} onClose={close} />
    </Page>
  );
}

interface ViewsProps {
  readonly search: SocialSearch;
  /** Whether the user may create and change posts. */
  readonly may: boolean;
  /** Buttons for the empty states. */
  readonly connect: ReactNode;
  readonly compose: ReactNode;
}

function Views({ search, may, connect, compose }: ViewsProps) {
  const navigate = useNavigate();
  return (
    <Tabs
      value={search.view ?? 'accounts'}
      keepMounted={false}
      onChange={(name) => {
        const view = VIEWS.find((one) => one === name);
        void navigate({ to: '/social', search: { view } });
      }}
    >
      <Tabs.List mb="lg">
        <Tabs.Tab value="accounts">Accounts</Tabs.Tab>
        <Tabs.Tab value="posts">Posts</Tabs.Tab>
        <Tabs.Tab value="calendar">Calendar</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="accounts">
        <Accounts connect={connect} />
      </Tabs.Panel>
      <Tabs.Panel value="posts">
        <Posts compose={compose} />
      </Tabs.Panel>
      <Tabs.Panel value="calendar">
        <Calendar search={search} may={may} />
      </Tabs.Panel>
    </Tabs>
  );
}
