import { Alert, Button, Text } from '@mantine/core';
import { AlertIcon } from '../../components/icons';
import { describeFiles, type RequestFiles } from '../../generations/request-files';

interface Props {
  readonly files: readonly RequestFiles[];
  readonly onContinue: () => void;
}

/** Says that the form lacks files of the earlier request, because the result would differ without them. */
export function MissingFiles({ files, onContinue }: Props) {
  return (
    <Alert color="yellow" variant="light" icon={<AlertIcon />} role="alert">
      <Text fz="sm" fw={600}>
        Files are missing
      </Text>
      <Text fz="sm">
        The earlier request was sent with {describeFiles(files)}. Files are not kept with a request.
        Add them again under “Characters, products and media”, or continue without them: then the
        result will differ.
      </Text>
      <Button size="xs" variant="default" mt="xs" onClick={onContinue}>
        Continue without files
      </Button>
    </Alert>
  );
}
