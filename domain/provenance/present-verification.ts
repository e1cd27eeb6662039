import type { ProvenanceSignal, VerificationBody } from '../contract/verification.js';
import { CREATOR_TOOL } from '../catalogue/source-types.js';
import type {
  CredentialManifest,
  CredentialReport,
  FileExamination,
  XmpStatement,
} from '../ports/content-credentials.js';

/** A generation whose delivered file has the same content as the checked one. */
export interface FileRecord {
  readonly generationId: string;
  readonly model: string | null;
  readonly generatedAt: number | null;
}

/** Generations of this service that a file comes from. */
export interface FoundRecords {
  /** By the same pixels and sound. */
  readonly content: FileRecord | null;
  /** By the watermark in the pixels. */
  readonly watermark: FileRecord | null | 'not_checked';
}

/**
 * Presents a file's statements about its origin, and this service's record of the file.
 * @param lost the stored manifests of a file that has lost its own
 */
export function presentVerification(
  { contentType, credentials, xmp }: FileExamination,
  { content, watermark }: FoundRecords,
  lost: readonly CredentialManifest[],
  now: number,
): VerificationBody {
  return {
    object: 'content_provenance_check',
    created_at: now,
    content_type: contentType,
    results: [
      describeCredentials(credentials),
      describeXmp(xmp),
      watermark === 'not_checked'
        ? { ...buildAbsent('watermark'), outcome: watermark }
        : describeRecord('watermark', watermark, lost),
      describeRecord('record', content, lost),
    ],
  };
}

/** Returns the result for a signal that the file does not have. */
const buildAbsent = (type: ProvenanceSignal['type']): ProvenanceSignal => ({
  type,
  outcome: 'not_detected',
  validation_state: null,
  issuer: null,
  model: null,
  generated_at: null,
  generation_id: null,
  chain: [],
});

function describeCredentials({ state, chain }: CredentialReport): ProvenanceSignal {
  if (state === 'none') return buildAbsent('c2pa');
  const [active] = chain;
  const isTrusted = state === 'valid' && active?.trusted === true;
  // Anyone can sign a statement in our name, so it counts only if the signer is trusted.
  const ours = isTrusted ? chain.find((one) => one.trusted && one.generation)?.generation : null;
  return {
    type: 'c2pa',
    outcome: 'detected',
    validation_state: isTrusted ? 'trusted' : state,
    issuer: active?.issuer ?? null,
    model: ours?.['model'] ?? null,
    generated_at: toTime(ours?.['time']),
    generation_id: ours?.['generation_id'] ?? null,
    chain: chain.map(presentManifest),
  };
}

function toTime(text: string | undefined): number | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : time;
}

const presentManifest = ({
  issuer,
  trusted,
  generator,
  actions,
  problems,
}: CredentialManifest): ProvenanceSignal['chain'][number] => ({
  issuer,
  trusted,
  generator,
  actions: actions.map(({ action, digitalSourceType, softwareAgent, when }) => ({
    action,
    digital_source_type: digitalSourceType,
    software_agent: softwareAgent,
    when,
  })),
  problems: [...problems],
});

const GENERATION_ID = /^gen_[0-9a-f]{32}$/;

function describeXmp(xmp: XmpStatement | null): ProvenanceSignal {
  if (!xmp) return buildAbsent('xmp');
  const isOurs = xmp.creatorTool === CREATOR_TOOL && GENERATION_ID.test(xmp.identifier ?? '');
  return {
    ...buildAbsent('xmp'),
    outcome: 'detected',
    issuer: xmp.creatorTool,
    generation_id: isOurs ? xmp.identifier : null,
  };
}

const describeRecord = (
  type: ProvenanceSignal['type'],
  record: FileRecord | null,
  lost: readonly CredentialManifest[],
): ProvenanceSignal => ({
  ...buildAbsent(type),
  ...(record && {
    outcome: 'detected',
    model: record.model,
    generated_at: record.generatedAt,
    generation_id: record.generationId,
    chain: lost.map(presentManifest),
  }),
});
