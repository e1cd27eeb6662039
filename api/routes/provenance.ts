import { VerificationSchema, VerifySchema } from '../../domain/contract/verification.js';
import { Type } from 'typebox';
import { PrefixedId } from '../../domain/contract/common.js';
import { defineContract } from '../contract.js';

export const verify = defineContract({
  id: 'verify',
  method: 'POST',
  path: '/v1/verify',
  summary: "Check a file's origin",
  description:
    'Free and without a key. Send a form with the field `file` (up to 20 MB), or JSON with the URL of a file. `not_detected` does not mean that a person made the file: metadata can be removed. Nothing is stored. See docs/provenance.md.',
  tag: 'Provenance',
  entryPoint: 'public',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  body: VerifySchema,
  response: VerificationSchema,
  errors: [],
  example: { url: 'https://example.com/fox.webp' },
});

export const getProvenance = defineContract({
  id: 'getProvenance',
  method: 'GET',
  path: '/v1/generations/{id}/provenance',
  summary: "Check the origin of a generation's file",
  description:
    'Reads the stored file and returns what `POST /v1/verify` returns for it: its signature with the chain of files that it was made from, and its label. Gets `CONFLICT` if the generation has no file.',
  tag: 'Provenance',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: Type.Object({ id: PrefixedId('gen', 'Generation ID') }),
  response: VerificationSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
