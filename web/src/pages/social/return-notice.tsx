import { Alert, Code } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { CheckIcon, AlertIcon } from '../../components/icons';
import { isPlatform, PLATFORM_NAMES } from './platforms';
import type { SocialSearch } from './search';

/** How it ended, for an owner who comes back from the page of a platform. */
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
        'Posts can go to the account from now on.'
      ) : (
        <>
          {status === 'denied' ? 'The owner did not allow it.' : 'Something went wrong on the way.'}{' '}
          Make a new link to try again. {error && <Code>{error}</Code>}
        </>
      )}
    </Alert>
  );
}
