const MINUTE_MS = 60_000;

/** For this long after a rotation the previous secret signs too. */
export const SECRET_OVERLAP_MS = 24 * 60 * MINUTE_MS;
/**
 * How long deliveries and events are kept, and how many of the newest a list without `limit` shows.
 */
export const RETENTION_DAYS = 30;
export const LOG_LENGTH = 50;

/** `pending` and `delivering` are open; the others are final. */
export const DELIVERY_STATUSES = [
  'pending',
  'delivering',
  'delivered',
  'failed',
  'cancelled',
  'skipped',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * Why an attempt failed: what `last_error` can say, and what to do about it. Each stands for a
 * request that was sent, or that failed on its way out: while the name was looked up or the
 * connection made.
 */
export const DELIVERY_ERRORS = {
  timeout: 'No answer within 10 seconds. Answer first, then work in the background.',
  dns: 'The name servers of the host did not answer. Check the URL and its DNS records.',
  connect: 'Nothing accepted the connection. Check that the server runs and its firewall.',
  tls: 'The certificate is not valid for the host, or its chain is incomplete.',
  blocked_address: 'The host has no public address, or the URL is not https.',
  redirect: 'The answer was a redirect, which is never followed. Register the final URL.',
  http_status: 'The answer was not 2xx: see `last_status` and the excerpt of the answer.',
  reset: 'The connection broke, or what came back was not HTTP.',
} as const satisfies Record<string, string>;

export type DeliveryError = keyof typeof DELIVERY_ERRORS;

/** No longer written; rows of earlier versions can hold them until they are 30 days old. */
export const PAST_DELIVERY_ERRORS = {
  endpoint_unavailable:
    'Only in deliveries of earlier versions: no request was sent, because earlier ones hung.',
} as const satisfies Record<string, string>;

/** What a row can hold. */
export type NotedDeliveryError = DeliveryError | keyof typeof PAST_DELIVERY_ERRORS;
