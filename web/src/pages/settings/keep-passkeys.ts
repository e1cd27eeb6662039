import { startRegistration } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import type { Passkey } from '../../api/contract';
import { request } from '../../api/request';
import { createIdempotencyKey } from '../../requests/idempotency';

export const buildPasskeysQuery = () =>
  queryOptions({
    queryKey: ['passkeys'],
    queryFn: async ({ signal }) => (await request('GET /passkeys', { signal })).data,
  });

/** Creates a passkey in the browser and saves it. */
export async function addPasskey(name: string): Promise<void> {
  const asked = await request('POST /passkeys/options', { headers: createIdempotencyKey() });
  const created = await startRegistration({ optionsJSON: asked.options });
  const credential = { ...created, response: { ...created.response } };
  const body = { name, credential };
  await request('POST /passkeys', { body, headers: createIdempotencyKey() });
}

export async function renamePasskey({ id, name }: Pick<Passkey, 'id' | 'name'>): Promise<void> {
  const [params, body] = [{ id }, { name }];
  await request('PATCH /passkeys/{id}', { params, body, headers: createIdempotencyKey() });
}

export async function removePasskey(id: string): Promise<void> {
  await request('DELETE /passkeys/{id}', { params: { id }, headers: createIdempotencyKey() });
}
