import { Alert, Anchor, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { readProblem } from '../requests/problem';
import { useRetryWait } from '../requests/use-retry-wait';
import { CopyButton } from './copy-button';
import { AlertIcon } from './icons';
import { TooDear } from './too-few-credits';

interface Props {
  readonly error: unknown;
  /** Shows a retry button if set. */
  readonly onRetry?: () => void;
}

/** Counts down silently: a screen reader would otherwise read the whole notice each second. */
function CountDown({ seconds }: { readonly seconds: number }) {
  return seconds > 0 && <span aria-live="off">Try again in {seconds} s.</span>;
}

/** Shows an error with its message, code and request ID, or what to do about too few credits. */
export function ProblemNotice({ error, onRetry }: Props) {
  const { code, message, requestId, docUrl, issues, shortage } = readProblem(error);
  const wait = useRetryWait(error);
  if (shortage) return <TooDear {...shortage} {...(onRetry && { onRetry })} />;
  return (
    <Alert color="red" variant="light" icon={<AlertIcon />} role="alert">
      <Stack gap="xs">
        <Text fz="sm">
          {message} <CountDown seconds={onRetry ? 0 : wait} />
        </Text>
        {issues.length > 1 && (
          <List size="sm" spacing={2}>
            {issues.map(({ path, message: issue }) => (
              <List.Item key={`${path} ${issue}`}>
                <Code>{path}</Code> {issue}
              </List.Item>
            ))}
          </List>
        )}
        <Group gap="xs" fz="xs" aria-live="off">
          <Code>{code}</Code>
          {requestId && (
            <Group gap={2} wrap="nowrap">
              <Text fz="xs" c="dimmed" className="breakable">
                request {requestId}
              </Text>
              <CopyButton text={requestId} what="request ID" />
            </Group>
          )}
          {docUrl && (
            <Anchor href={docUrl} fz="xs">
              About this error
            </Anchor>
          )}
          {onRetry && (
            <Button
              size="compact-xs"
              variant="light"
              color="red"
              className="number"
              disabled={wait > 0}
              onClick={onRetry}
            >
              {wait > 0 ? `Try again in ${wait} s` : 'Try again'}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
