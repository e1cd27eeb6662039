import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { request } from '../../api/request';
import { Dialog } from '../../components/dialog';
import { DialogForm } from '../../components/dialog-form';
import { ShownOnce } from '../../components/shown-once';
import { createIdempotencyKey } from '../../requests/idempotency';

/** Creates a sign-in link for the owner of an account, and shows it once. */
export function SignInLink({ id, name }: { readonly id: string; readonly name: string }) {
  const [isOpen, { open, close }] = useDisclosure();
  const [url, setUrl] = useState<string | null>(null);
  const create = async () => {
    const headers = createIdempotencyKey();
    const made = await request('POST /admin/accounts/{id}/sign-in-links', {
      params: { id },
      headers,
    });
    setUrl(made.url);
  };
  const end = () => {
    close();
    setUrl(null);
  };
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={open}>
        Create sign-in link
      </Button>
      <Dialog opened={isOpen} onClose={end} title={`Sign-in link for ${name || id}`} centered>
        {url === null ? (
          <DialogForm label="Create link" act={create} onCancel={end}>
            <Text fz="sm">
              Anyone who opens this link is signed in as the account owner. It works once and
              expires after 15 minutes. The account’s audit log will show that you created it.
            </Text>
          </DialogForm>
        ) : (
          <ShownOnce text={url} what="sign-in link" onDone={end}>
            Send this link to the owner. It works once and expires in 15 minutes.
          </ShownOnce>
        )}
      </Dialog>
    </>
  );
}
