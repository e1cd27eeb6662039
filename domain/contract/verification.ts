import { Type, type Static } from 'typebox';
import { buildNamedChoice, buildNullable, ObjectName, UnixMs } from './common.js';

/** Body of POST /v1/verify as JSON. The same endpoint accepts a form with the field `file`. */
export const VerifySchema = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'Public https URL of the file',
    }),
  },
  { $id: 'Verify', description: 'A file to check', additionalProperties: false },
);

const SignalType = buildNamedChoice('SignalType', 'Kind of a signal', {
  c2pa: 'Content Credentials, which are signed',
  xmp: 'a label in the metadata, which is not signed',
  watermark: 'an invisible watermark of this service in the pixels',
  record: 'this service has delivered a file with the same pixels and sound',
});

const SignalOutcome = buildNamedChoice('SignalOutcome', 'Result for a signal', {
  detected: 'the file has it',
  not_detected: 'the file does not have it',
  not_checked: 'this service has no detector for the file, or the detector did not answer',
});

const CredentialState = buildNamedChoice('CredentialState', 'State of Content Credentials', {
  trusted: 'unchanged since it was signed by a signer that this service trusts',
  valid: 'unchanged since it was signed; this service cannot confirm the signer',
  invalid: 'changed after it was signed, or damaged',
});

const Text = (description: string) => buildNullable(Type.String(), description);

const ManifestSchema = Type.Object(
  {
    issuer: Text("Organisation in the signer's certificate"),
    trusted: Type.Boolean({
      description: 'Whether a certificate that this service trusts confirms the issuer',
    }),
    generator: Text('Program that wrote the manifest'),
    actions: Type.Array(
      Type.Object({
        action: Type.String({ description: 'Such as `c2pa.created` or `c2pa.transcoded`' }),
        digital_source_type: Text('IPTC term for how the content was made'),
        software_agent: Text('Program or model that performed the action'),
        when: Text('Time, as the manifest states it'),
      }),
      { description: 'Steps in the making of the file' },
    ),
    problems: Type.Array(Type.String(), { description: 'Codes of failed checks' }),
  },
  {
    $id: 'Manifest',
    description: 'Content Credentials of a file, or of one that it was made from',
  },
);

const SignalSchema = Type.Object(
  {
    type: SignalType,
    outcome: SignalOutcome,
    validation_state: buildNullable(CredentialState, 'Null unless the type is `c2pa`'),
    issuer: Text('For `c2pa`: organization that signed the file. Believe it only if `trusted`'),
    model: Text('Model that generated the file'),
    generated_at: buildNullable(
      UnixMs('Time of the generation'),
      'Time of the generation, in Unix milliseconds. Null if unknown',
    ),
    generation_id: Text('Generation of this service that made the file'),
    chain: Type.Array(ManifestSchema, {
      description:
        'The manifest of the file, then the manifests of its source files. With `record` and `watermark` for a file that has lost its own: the manifests that this service stored',
    }),
  },
  { $id: 'ProvenanceSignal', description: 'One way in which a file can state its origin' },
);

export const VerificationSchema = Type.Object(
  {
    object: ObjectName('content_provenance_check'),
    created_at: UnixMs('Time of the check'),
    content_type: Text('Detected type of the file'),
    results: Type.Array(SignalSchema, { description: 'One result for each kind of signal' }),
  },
  { $id: 'Verification', description: "A file's statements about its origin" },
);
export type VerificationBody = Static<typeof VerificationSchema>;
export type ProvenanceSignal = VerificationBody['results'][number];
