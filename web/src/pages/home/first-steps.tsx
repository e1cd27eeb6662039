import {
  Anchor,
  Box,
  Button,
  Group,
  Progress,
  Skeleton,
  Stack,
  Text,
  ThemeIcon,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { apiQuery } from '../../api/queries';
import { CheckIcon, NextIcon } from '../../components/icons';
import { Panel } from '../../components/panel';
import { keep, readKept } from '../../session/kept';
import { mayChange, useSession } from '../../session/session';
import { listSteps, type FirstStep } from './list-steps';
import { recentQuery } from './recent-query';

const NAME = 'first-steps-over';
const ANY = { query: { limit: 1 } };
/** Approximate height of the list, so that the page does not move when it arrives. */
const HEIGHT = 330;

/** Shows a newcomer the first steps until all are done or the list is dismissed. */
export function FirstSteps() {
  const session = useSession();
  const [isOver, setOver] = useState(() => readKept(session, NAME) === true);
  if (isOver || !mayChange(session.role)) return null;
  const dismiss = () => {
    keep(session, NAME, true);
    setOver(true);
  };
  return <Checklist onDismiss={dismiss} />;
}

function Checklist({ onDismiss }: { readonly onDismiss: () => void }) {
  const session = useSession();
  const { role, operator } = session;
  const recent = useQuery(recentQuery);
  const keys = useQuery(apiQuery('/keys'));
  const webhooks = useQuery(apiQuery('/webhooks', ANY));
  const members = useQuery(apiQuery('/members', ANY));
  const known = recent.data && keys.data && webhooks.data && members.data;
  const steps = known
    ? listSteps({
        role,
        operator,
        generations: recent.data.data,
        keys: keys.data.data,
        hasWebhook: webhooks.data.data.length > 0,
        hasMember: members.data.data.length > 0,
      })
    : [];
  const done = steps.filter(({ isDone }) => isDone).length;
  const isComplete = steps.length > 0 && done === steps.length;
  useEffect(() => {
    // Saves the requests of later visits.
    if (isComplete) keep(session, NAME, true);
  }, [isComplete, session]);
  const hasFailed = [recent, keys, webhooks, members].some(({ isError }) => isError);
  if (isComplete || hasFailed) return null;
  if (!known) return <Skeleton h={HEIGHT} radius="lg" />;
  return (
    <Panel
      title="Get started"
      actions={
        <Group gap="sm">
          <Text fz="sm" c="dimmed" className="number">
            {done} of {steps.length}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={onDismiss}>
            Dismiss
          </Button>
        </Group>
      }
    >
      <Progress value={(done / steps.length) * 100} size="sm" mb="md" aria-label="Steps done" />
      <Stack component="ul" className="plain-list" gap="sm" m={0} p={0} aria-label="First steps">
        {steps.map((step) => (
          <Line key={step.label} step={step} />
        ))}
      </Stack>
    </Panel>
  );
}

function Line({ step }: { readonly step: FirstStep }) {
  const { label, to, href, note, isDone } = step;
  const look = { fz: 'sm', fw: 550, ...(isDone && { c: 'dimmed' }) } as const;
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon size={24} radius="xl" variant="light" color={isDone ? 'teal' : 'gray'} mt={1}>
        {isDone ? <CheckIcon size={14} /> : <NextIcon size={14} />}
      </ThemeIcon>
      <Box miw={0}>
        <Group gap={6}>
          {to ? (
            <Anchor {...look} renderRoot={(props) => <Link to={to} {...props} />}>
              {label}
            </Anchor>
          ) : (
            <Anchor {...look} href={href}>
              {label}
            </Anchor>
          )}
          {isDone && <span className="for-readers-only">Done</span>}
        </Group>
        {!isDone && (
          <Text fz="xs" c="dimmed">
            {note}
          </Text>
        )}
      </Box>
    </Group>
  );
}
