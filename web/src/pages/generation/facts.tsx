import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Generation, Session } from '../../api';
import { Id } from '../../components/id';
import { Moment } from '../../components/moment';
import { StatusBadge } from '../../components/status-badge';
import { describeCost } from '../../lib/describe-cost';
import { formatDuration } from '../../lib/format';

interface Props {
  readonly generation: Generation;
  readonly session: Session;
}

/** What is known of a generation, a line each. */
export function Facts({ generation, session }: Props) {
  const { id, status, model, request, simulated, created_at: at, completed_at: end } = generation;
  return (
    <Stack component="dl" gap={10} m={0}>
      <Fact name="Status">
        <Group gap={6}>
          <StatusBadge status={status} />
          {simulated && (
            <Badge variant="default" size="sm" tt="none">
              built-in renderer
            </Badge>
          )}
        </Group>
      </Fact>
      <Fact name="Cost">
        <span className="number">{describeCost(generation)}</span>
      </Fact>
      <Fact name="Model">{model}</Fact>
      <Fact name="Shape">
        {request.aspect_ratio}, {request.resolution}
        {'duration' in request && `, ${request.duration} s`}
        {'audio' in request && (request.audio ? ', with sound' : ', silent')}
      </Fact>
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
              <Link to="/library" search={{ character: request.character_id ?? '' }} {...props} />
            )}
          >
            {request.character_id}
          </Anchor>
        </Fact>
      )}
      {request.product_id && <Fact name="Product">{request.product_id}</Fact>}
      <Fact name="Accepted">
        <Moment at={at} />
      </Fact>
      {end !== null && <Fact name="Took">{formatDuration(end - at)}</Fact>}
      <Fact name="Id">
        <Id value={id} />
      </Fact>
      {session.operator && session.temporal_ui_url && (
        <Fact name="Run">
          <Anchor fz="sm" href={`${session.temporal_ui_url}/namespaces/default/workflows/${id}`}>
            Open in the Temporal UI
          </Anchor>
        </Fact>
      )}
    </Stack>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

function Fact({ name, children }: FactProps) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Text component="dt" fz="sm" c="dimmed" w={84} flex="none">
        {name}
      </Text>
      <Text component="dd" fz="sm" m={0} miw={0} className="breakable">
        {children}
      </Text>
    </Group>
  );
}
