import { Alert, Code } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { CheckIcon, AlertIcon } from '../../components/icons';
import { isPlatform, PLATFORM_NAMES } from './platforms';
import type { SocialSearch } from './search';

/** Shows whether an account was connected, after the platform redirects back. */
export function ReturnNotice({ search }: { readonly search: SocialSearch }) {
  const navigate = useNavigate();
  const { status, platform, error } = search;
  if (!status) return null;
  const name = isPlatform(platform) ? PLATFORM_NAMES[platform] : 'The platform';
  const isConnected = status === 'connected';
  return (
    <Alert
      color={isConnected ? 'teal' : 'red'}
      variant="light"
      icon={isConnected ? <CheckIcon /> : <AlertIcon />}
      title={isConnected ? `${name} is connected` : `${name} is not connected`}
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => void navigate({ to: '/social', search: { view: search.view }, replace: true })}
    >
      {isConnected ? (
        'You can now publish to this account.'
      ) : (
        <>
          {status === 'denied' ? 'The account owner denied access.' : 'Something went wrong.'}{' '}
          Create a new link to try again. {error && <Code>{error}</Code>}
        </>
      )}
    </Alert>
  );
}
