/**
 * `details.code`: which case of an error it is, where programs may want to tell cases apart. One
 * table for the answers and the document; a code that is not in it does not compile.
 */
export const DETAIL_CODES = {
  IDEMPOTENCY_KEY_REQUIRED: 'The request changes state and has no Idempotency-Key. Send one.',
  IDEMPOTENCY_KEY_INVALID: 'The Idempotency-Key is malformed or was sent twice.',
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used for another request. Use a new one.',
  IDEMPOTENCY_IN_PROGRESS: 'The same request is still under way. Repeat it in a second.',
  UPLOAD_NOT_READY: 'The file of the upload has not arrived or cannot be used.',
  UPLOAD_EXPIRED: 'The upload is older than 7 days. Upload the file again.',
  UPLOAD_ALLOWANCE: 'The daily upload allowance is used. It starts over at 00:00 UTC.',
  UPLOAD_SOURCE: 'The address failed too often. Wait, or send the file itself as an upload.',
  UPLOAD_BOX_FULL: 'The upload box has no room for the file. Open another one.',
  UPLOAD_BOX_LIMIT: 'The account has as many open upload boxes as it may have.',
  GENERATION_RATE:
    'The account starts more generations a minute than it may. Repeat after `Retry-After`.',
  CHARACTER_LIMIT: 'The plan has no room for another character.',
  PRODUCT_LIMIT: 'The plan has no room for another product.',
  WEBHOOK_LIMIT: 'The plan has no room for another webhook.',
  API_KEY_LIMIT: 'The plan has no room for another API key.',
  SOCIAL_FEE_UNPAID: 'The monthly fee of a connected account is unpaid. Add credits.',
  SOCIAL_POST_LIMIT: 'The account has as many posts that wait as it may have.',
  NOT_FOUND: 'Of a quote: the real endpoint would answer with this error.',
  CONTENT_BLOCKED: 'Of a quote: the real endpoint would answer with this error.',
} as const;
