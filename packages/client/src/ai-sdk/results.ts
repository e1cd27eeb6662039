import type { JSONObject, SharedV4Warning } from '@ai-sdk/provider';
import type { Generation } from '../endpoints.js';

/** Timeline codes for a difference between the request and the result. */
const DIFFERENCES: readonly string[] = ['fallback', 'continued_without_analysis'];

/** Describes a generation for `providerMetadata`. */
export const describeGeneration = (generation: Generation): JSONObject => ({
  generationId: generation.id,
  model: generation.model,
  credits: generation.credits,
  refundedCredits: generation.refunded_credits,
  simulated: generation.simulated,
  seed: generation.request.seed,
  url: generation.result?.url ?? null,
});

/** Lists the differences between the request and the result. */
export const listDifferences = ({ timeline }: Generation): SharedV4Warning[] =>
  timeline
    .filter(({ resolution }) => DIFFERENCES.includes(resolution))
    .map(({ message }) => ({ type: 'other', message }));

/** Describes the response for the SDK. */
export const describeResponse = (modelId: string, first: Generation | undefined) => ({
  timestamp: new Date(first?.created_at ?? Date.now()),
  modelId: first?.model ?? modelId,
  headers: undefined,
});

/** Builds the warning about an option that the service does not support. */
export const warnOf = (feature: string, details: string): SharedV4Warning => ({
  type: 'unsupported',
  feature,
  details,
});
