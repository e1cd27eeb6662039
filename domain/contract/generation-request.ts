import { Type, type Static } from 'typebox';
import { nullable, ObjectName } from './common.js';

/** By what a generation was asked for, as people see it. */
export const GenerationRequestSchema = Type.Object(
  {
    object: ObjectName('generation_request'),
    request_id: nullable(
      Type.String({
        description: '`X-Request-Id` of the answer that accepted it; kept for 7 days',
      }),
    ),
    key: nullable(
      Type.Object(
        {
          name: Type.String({ description: 'Of the key; "Dashboard" for these pages' }),
          prefix: nullable(
            Type.String({ description: 'Leading characters of the key; null for these pages' }),
          ),
        },
        { description: 'The key that asked for it' },
      ),
    ),
  },
  { $id: 'GenerationRequest', description: 'By what a generation was asked for' },
);
export type GenerationRequestBody = Static<typeof GenerationRequestSchema>;

/** What is known of the request of a generation. */
export interface RequestView {
  readonly requestId: string | null;
  readonly key: {
    /** `app` is the one by which people at the pages are counted. */
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
