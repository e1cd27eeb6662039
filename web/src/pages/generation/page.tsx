import { getRouteApi } from '@tanstack/react-router';
import { Center, Grid, Loader, Spoiler, Stack, Text } from '@mantine/core';
import type { Generation } from '../../api/contract';
import { CopyButton } from '../../components/copy-button';
import { EmptyState } from '../../components/empty-state';
import { GenerationMedia } from '../../components/generation-media';
import { LibraryIcon } from '../../components/icons';
import { LinkButton } from '../../components/link-button';
import { Page } from '../../components/page';
import { ResultActions } from '../../components/result-actions';
import { SimulatedNotice } from '../../components/simulated-notice';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { readProblem } from '../../requests/problem';
import { isOpen } from '../../generations/generation-state';
import { mayChange, useSession } from '../../session/session';
import { useGeneration } from '../../generations/use-generation';
import { Actions } from './actions';
import { Course } from './course';
import { Facts } from './facts';
import { LineagePanel } from './lineage-panel';
import { Neighbors } from './neighbors';
import { ProvenancePanel } from './provenance-panel';
import { RequestPanel } from './request-panel';
import { TitleActions } from './title-actions';
import { WaterfallPanel } from './waterfall-panel';

const route = getRouteApi('/shell/library/$generationId');

export function GenerationPage() {
  const { generationId: id } = route.useParams();
  const { data, error, refetch } = useGeneration(id);
  if (error && readProblem(error).code === 'NOT_FOUND') return <Gone />;
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data) return <Details generation={data} />;
  return (
    <Center py={80}>
      <Loader />
    </Center>
  );
}

function Gone() {
  return (
    <EmptyState
      level={1}
      icon={<LibraryIcon size={24} />}
      title="Generation not found"
      action={<LinkButton to="/library">Open library</LinkButton>}
    >
      It may have been deleted, or it may belong to another account.
    </EmptyState>
  );
}

function Details({ generation }: { readonly generation: Generation }) {
  const session = useSession();
  const { type, request, title, result } = generation;
  return (
    <Page
      title={title ?? (type === 'video' ? 'Video' : 'Image')}
      back={<Neighbors id={generation.id} />}
      actions={
        <>
          {mayChange(session.role) && <TitleActions generation={generation} />}
          <Actions generation={generation} />
        </>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Panel {...((result || isOpen(generation)) && { h: '100%', className: 'stage' })}>
            <Stack gap="md">
              <GenerationMedia generation={generation} />
              <ResultActions generation={generation} />
              <SimulatedNotice generations={[generation]} />
            </Stack>
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <Panel
              title="Prompt"
              actions={request.prompt && <CopyButton text={request.prompt} what="prompt" />}
            >
              <Spoiler maxHeight={220} showLabel="Show more" hideLabel="Show less" fz="sm">
                <Text fz="sm" className="breakable words">
                  {request.prompt ?? 'No prompt.'}
                </Text>
              </Spoiler>
            </Panel>
            <Panel title="Details">
              <Facts generation={generation} session={session} />
            </Panel>
          </Stack>
        </Grid.Col>
      </Grid>
      <WaterfallPanel generation={generation} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <Panel title="Timeline">
              <Course generation={generation} />
            </Panel>
            <LineagePanel id={generation.id} />
            <ProvenancePanel generation={generation} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <RequestPanel generation={generation} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}
