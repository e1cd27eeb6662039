import {
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import {
  createPasskey,
  createPasskeyOptions,
  deletePasskey,
  listPasskeys,
  updatePasskey,
  type NewCredential,
  type Passkey,
} from '../../api';
import { newIdempotencyKey } from '../../requests/idempotency';

export const passkeysOptions = () =>
  queryOptions({
    queryKey: ['passkeys'],
    queryFn: async ({ signal }) => (await listPasskeys({ signal, throwOnError: true })).data.data,
  });

/** Asks the browser to make a passkey, and keeps it. */
export async function addPasskey(name: string): Promise<void> {
  const asked = await createPasskeyOptions({ headers: newIdempotencyKey(), throwOnError: true });
  const optionsJSON = asked.data.options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON });
  const body = { name, credential: credential as unknown as NewCredential };
  await createPasskey({ body, headers: newIdempotencyKey(), throwOnError: true });
}

export async function renamePasskey({ id, name }: Pick<Passkey, 'id' | 'name'>): Promise<void> {
  const [path, body] = [{ id }, { name }];
  await updatePasskey({ path, body, headers: newIdempotencyKey(), throwOnError: true });
}

export async function removePasskey(id: string): Promise<void> {
  await deletePasskey({ path: { id }, headers: newIdempotencyKey(), throwOnError: true });
}
