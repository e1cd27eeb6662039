import { Type, type Static } from 'typebox';
import { buildNullable, ObjectName } from './common.js';

/** The request that created a generation, for display. */
export const GenerationRequestSchema = Type.Object(
  {
    object: ObjectName('generation_request'),
    request_id: buildNullable(
      Type.String({
        description: '`X-Request-Id` of the original response. Kept for 7 days',
      }),
    ),
    key: buildNullable(
      Type.Object(
        {
          name: Type.String({ description: 'Name of the key, or `Dashboard`' }),
          prefix: buildNullable(
            Type.String({ description: 'First characters of the key. Null for the dashboard' }),
          ),
        },
        { description: 'The API key used for the request' },
      ),
    ),
  },
  { $id: 'GenerationRequest', description: 'The request that created a generation' },
);
export type GenerationRequestBody = Static<typeof GenerationRequestSchema>;

/** The stored data about a generation's request. */
export interface RequestView {
  readonly requestId: string | null;
  readonly key: {
    /** Entry point of the request. `app` means the key that counts the dashboard's usage. */
    readonly door: 'v1' | 'app' | 'mcp';
    readonly name: string;
    readonly prefix: string;
  } | null;
}

export const presentRequest = ({ requestId, key }: RequestView): GenerationRequestBody => ({
  object: 'generation_request',
  request_id: requestId,
  key: key && {
    name: key.door === 'app' ? 'Dashboard' : key.name,
    prefix: key.door === 'v1' ? key.prefix : null,
  },
});
