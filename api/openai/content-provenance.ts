import { Type } from 'typebox';
import { buildNullable } from '../../domain/contract/common.js';
import { refuseInvalid } from '../../domain/contract/refusal.js';
import type { ProvenanceSignal } from '../../domain/contract/verification.js';
import { MediaRefused } from '../../domain/ports/media-refused.js';
import { verifyForAccount } from '../verify-for-account.js';
import { endpoint } from './endpoint.js';
import { filesOf } from './files.js';

const Text = (description: string) => buildNullable(Type.String(), description);
const Outcome = Type.Union([Type.Literal('detected'), Type.Literal('not_detected')], {
  description: 'Whether the file has the signal',
});
const origin = {
  model: Text('Model that generated the file'),
  generated_at: Text('Time of the generation (RFC 3339)'),
};

const CheckSchema = Type.Object(
  {
    object: Type.Literal('content_provenance_check', {
      description: 'Always `content_provenance_check`',
    }),
    created_at: Type.Integer({ description: 'Time of the check, in Unix seconds' }),
    results: Type.Array(
      Type.Union([
        Type.Object({
          type: Type.Literal('c2pa', { description: 'Content Credentials, which are signed' }),
          outcome: Outcome,
          validation_state: Type.Union(
            ['trusted', 'valid', 'invalid', 'not_present'].map((state) => Type.Literal(state)),
            { description: '`trusted` if this service trusts the signer' },
          ),
          issuer: Text('Organisation that signed the file'),
          ...origin,
        }),
        Type.Object({
          type: Type.Union([Type.Literal('watermark'), Type.Literal('record')], {
            description:
              "This service's watermark in the pixels, or its record of a file with the same content",
          }),
          outcome: Outcome,
          ...origin,
        }),
      ]),
      { description: 'One result for each kind of signal that was checked' },
    ),
  },
  { $id: 'ContentProvenanceCheck', description: "A file's statements about its origin" },
);

export const checkContentProvenance = endpoint({
  id: 'checkContentProvenance',
  method: 'POST',
  path: '/content_provenance_checks',
  summary: "Check a file's origin",
  description:
    'Finds Content Credentials of any signer, and files of this service. `not_detected` does not mean that a person made the file: metadata can be removed. Nothing is stored. `POST /v1/verify` returns more, without a key.',
  tag: 'Provenance',
  scopes: ['read'],
  body: Type.Object(
    {},
    { $id: 'ContentProvenanceCheckRequest', description: 'A file of at most 20 MB to check' },
  ),
  forms: ['multipart'],
  files: { file: 1 },
  response: CheckSchema,
  errors: [],
  handle: async ({ files, deps, caller }) => {
    const [file] = filesOf({ files }, 'file');
    if (!file) throw refuseInvalid([{ path: 'body.file', message: 'is required: send one file' }]);
    try {
      const check = await verifyForAccount(deps, caller.accountId, async () => file.bytes);
      const { created_at: at = 0, results = [] } = check ?? {};
      const object = 'content_provenance_check';
      return {
        json: { object, created_at: Math.floor(at / 1_000), results: results.flatMap(toResult) },
      };
    } catch (error) {
      if (!(error instanceof MediaRefused)) throw error;
      throw refuseInvalid([{ path: 'body.file', message: error.message }]);
    }
  },
});

/** Converts a signal to OpenAI's form, which has neither labels nor signals that were not checked. */
function toResult(signal: ProvenanceSignal): readonly object[] {
  const { type, outcome, model, issuer } = signal;
  if (type === 'xmp' || outcome === 'not_checked') return [];
  const at = signal.generated_at;
  const generated_at = at === null ? null : new Date(at).toISOString();
  if (type !== 'c2pa') return [{ type, outcome, model, generated_at }];
  const validation_state = signal.validation_state ?? 'not_present';
  return [{ type, outcome, validation_state, issuer, model, generated_at }];
}
