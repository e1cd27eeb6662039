import { Alert, Button, Text } from '@mantine/core';
import { AlertIcon } from '../../components/icons';
import { describeFiles, type RequestFiles } from '../../generations/request-files';

interface Props {
  readonly files: readonly RequestFiles[];
  readonly onContinue: () => void;
}

/** Warns that the earlier request's files are missing: the result would differ without them. */
export function MissingFiles({ files, onContinue }: Props) {
  return (
    <Alert color="yellow" variant="light" icon={<AlertIcon />} role="alert">
      <Text fz="sm" fw={600}>
        Files are missing
      </Text>
      <Text fz="sm">
        The original request used {describeFiles(files)}. Files aren't saved with requests, so add
        them again under “Characters, products and media”. If you continue without them, the result
        will be different.
      </Text>
      <Button size="xs" variant="default" mt="xs" onClick={onContinue}>
        Continue without files
      </Button>
    </Alert>
  );
}
