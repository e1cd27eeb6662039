/**
 * Values of `details.code`, which distinguish cases of one error for programs. Responses and the
 * OpenAPI document use this table; a code that is missing from it does not compile.
 */
export const DETAIL_CODES = {
  IDEMPOTENCY_KEY_REQUIRED: 'The request changes state and has no Idempotency-Key. Send one.',
  IDEMPOTENCY_KEY_INVALID: 'The Idempotency-Key is malformed or was sent twice.',
  IDEMPOTENCY_KEY_REUSED:
    'The Idempotency-Key was already used for a different request. Use a new one.',
  IDEMPOTENCY_IN_PROGRESS: 'The same request is still being processed. Retry after one second.',
  UPLOAD_NOT_READY: "The upload's file has not arrived or cannot be used.",
  UPLOAD_EXPIRED: 'The upload is older than 7 days. Upload the file again.',
  UPLOAD_ALLOWANCE: 'The daily upload allowance is used up. It resets at 00:00 UTC.',
  UPLOAD_SOURCE: 'The URL failed too often. Wait, or upload the file instead.',
  UPLOAD_BOX_FULL: 'The upload box is full. Open another one.',
  UPLOAD_BOX_LIMIT:
    'The account has reached its maximum number of open upload boxes. Close one first.',
  GENERATION_RATE:
    'The account exceeds its rate of new generations per minute. Repeat after `Retry-After` seconds.',
  CHARACTER_LIMIT: 'The account has reached the character limit of its plan.',
  PRODUCT_LIMIT: 'The account has reached the product limit of its plan.',
  WEBHOOK_LIMIT: 'The account has reached the webhook limit of its plan.',
  API_KEY_LIMIT: 'The account has reached the API key limit of its plan.',
  VOICE_LIMIT: 'The account has reached its maximum number of cloned voices. Delete one first.',
  COLLECTION_LIMIT: 'The account has reached its maximum number of collections. Delete one first.',
  COLLECTION_ITEM_LIMIT:
    'The collection would have more than its maximum number of generations. Use another one.',
  SOCIAL_FEE_UNPAID: 'The monthly fee of a connected account is unpaid. Add credits.',
  SOCIAL_POST_LIMIT:
    'The account has reached its maximum number of scheduled posts. Cancel one, or wait.',
  NOT_FOUND: 'Only in quotes: the create endpoint would return this error.',
  CONTENT_BLOCKED: 'Only in quotes: the create endpoint would return this error.',
} as const;
