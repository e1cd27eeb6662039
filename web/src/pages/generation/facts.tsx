import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Generation, Session } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { useVoices } from '../../queries/use-voices';
import { Id } from '../../components/id';
import { LinkButton } from '../../components/link-button';
import { Moment } from '../../components/moment';
import { StatusBadge } from '../../components/status-tags';
import { Tag } from '../../components/tag';
import { describeCost } from '../../generations/generation-state';
import { formatDuration } from '../../format/times';
import { formatLanguage } from '../../format/voices';
import { useCharacters } from '../../queries/use-characters';

type SpokenRequest = Extract<Generation, { readonly type: 'video' }>['request'];

interface Props {
  readonly generation: Generation;
  readonly session: Session;
}

/** Shows a generation's details, one per line. */
export function Facts({ generation, session }: Props) {
  const { id, status, model, request, simulated, created_at: at, completed_at: end } = generation;
  return (
    <Stack component="dl" gap={10} m={0}>
      <Fact name="Status">
        <Group gap={6}>
          <StatusBadge status={status} />
          {simulated && <Tag color="gray">Simulated</Tag>}
        </Group>
      </Fact>
      <Fact name="Cost">
        <span className="number">{describeCost(generation)}</span>
      </Fact>
      <Fact name="Model">{model}</Fact>
      <Fact name="Format">
        {request.aspect_ratio}, {request.resolution}
        {'duration' in request && `, ${request.duration} s`}
        {'audio' in request && (request.audio ? ', with audio' : ', no audio')}
      </Fact>
      <Subjects request={request} />
      {'script' in request && request.script !== null && <Spoken request={request} />}
      <Fact name="Created">
        <Moment at={at} />
      </Fact>
      {end !== null && <Fact name="Duration">{formatDuration(end - at)}</Fact>}
      <Metadata pairs={generation.metadata} />
      <Fact name="ID">
        <Id value={id} />
      </Fact>
      <Origin id={id} />
      {session.operator && session.temporal_ui_url && (
        <Fact name="Workflow">
          <Anchor fz="sm" href={`${session.temporal_ui_url}/namespaces/default/workflows/${id}`}>
            Open in Temporal
          </Anchor>
        </Fact>
      )}
    </Stack>
  );
}

/** Shows the pairs that the request set as tags, which lead to the results with the same pair. */
function Metadata({ pairs }: { readonly pairs: Generation['metadata'] }) {
  const entries = Object.entries(pairs);
  if (entries.length === 0) return null;
  return (
    <Fact name="Metadata">
      <Group gap={6}>
        {entries.map(([key, value]) => (
          <LinkButton
            key={key}
            to="/library"
            search={{ metadata: { [key]: value } }}
            size="compact-xs"
            variant="light"
            radius="xl"
            maw={280}
            fw={500}
            title={`Show all results with ${key}: ${value}`}
          >
            {key}: {value}
          </LinkButton>
        ))}
      </Group>
    </Fact>
  );
}

/** Shows the request's optional inputs. */
function Subjects({ request }: Pick<Generation, 'request'>) {
  const { nameOf } = useCharacters();
  return (
    <>
      {request.seed !== null && (
        <Fact name="Seed">
          <span className="number">{request.seed}</span>
        </Fact>
      )}
      {request.character_id && (
        <Fact name="Character">
          <Anchor
            fz="sm"
            renderRoot={(props) => (
              <Link
                to="/characters/$characterId"
                params={{ characterId: request.character_id ?? '' }}
                {...props}
              />
            )}
          >
            {nameOf(request.character_id)}
          </Anchor>
        </Fact>
      )}
      {request.product_id && (
        <Fact name="Product">
          <Id value={request.product_id} />
        </Fact>
      )}
    </>
  );
}

/** Shows the text that the person in a clip speaks, and how. */
function Spoken({ request }: { readonly request: SpokenRequest }) {
  const { nameOf } = useVoices();
  const { script, language, voice_key: key } = request;
  return (
    <>
      <Fact name="Script">{script}</Fact>
      {language && <Fact name="Language">{formatLanguage(language)}</Fact>}
      {key && <Fact name="Voice">{nameOf(key)}</Fact>}
    </>
  );
}

/** Shows the API request that created the generation. */
function Origin({ id }: { readonly id: string }) {
  const { data } = useQuery({
    ...apiQuery('/generations/{id}/request', { params: { id } }),
    staleTime: Infinity,
  });
  return (
    <>
      {data?.request_id && (
        <Fact name="Request">
          <Id value={data.request_id} />
        </Fact>
      )}
      {data?.key && (
        <Fact name="Requested by">
          {data.key.name || 'Unnamed key'}
          {data.key.prefix && (
            <Text component="code" ff="monospace" fz="xs" c="dimmed" ml={6}>
              {data.key.prefix}…
            </Text>
          )}
        </Fact>
      )}
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

function Fact({ name, children }: FactProps) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Text component="dt" fz="sm" c="dimmed" w={96} flex="none">
        {name}
      </Text>
      <Text component="dd" fz="sm" m={0} miw={0} className="breakable">
        {children}
      </Text>
    </Group>
  );
}
