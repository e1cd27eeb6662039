/** Default length of a list of recent deliveries. */
export const LOG_LENGTH = 50;

/** `pending` and `delivering` are open states; the others are final. */
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
 * Reasons for a failed attempt: the values of `last_error`, and what to do about each. In every
 * case a request was sent, or failed during name resolution or connection.
 */
export const DELIVERY_ERRORS = {
  timeout:
    'No response within 10 seconds. Respond first, then process the event in the background.',
  dns: 'The host name could not be resolved. Check the URL and its DNS records.',
  connect:
    'The connection was refused. Check that the server is running and that its firewall allows the connection.',
  tls: 'The TLS certificate is not valid for the host, or its chain is incomplete.',
  blocked_address: 'The host has no public address, or the URL is not https.',
  redirect: 'The response was a redirect, and redirects are not followed. Register the final URL.',
  http_status:
    'The response status was not 2xx. See `last_status` and the start of the response body.',
  reset: 'The connection was closed, or the response was not valid HTTP.',
} as const satisfies Record<string, string>;

export type DeliveryError = keyof typeof DELIVERY_ERRORS;

/**
 * Errors that are no longer written. Rows of earlier versions can have them until they are 30 days
 * old.
 */
export const PAST_DELIVERY_ERRORS = {
  endpoint_unavailable:
    'Only in deliveries from earlier versions: no request was sent because earlier requests to the endpoint timed out.',
} as const satisfies Record<string, string>;

/** Errors that a delivery row can have. */
export type NotedDeliveryError = DeliveryError | keyof typeof PAST_DELIVERY_ERRORS;
