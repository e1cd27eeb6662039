/** Short labels for the error codes of generations. */
const LABELS: Readonly<Record<string, string>> = {
  CONTENT_BLOCKED: 'A model refused the content',
  INSUFFICIENT_CREDITS: 'Not enough credits',
  TIMEOUT: 'The model did not finish in time',
  PROVIDER_ERROR: 'All suitable models failed',
  RATE_LIMIT: 'All suitable models were overloaded',
  VALIDATION_ERROR: 'A file or an option could not be used',
  UNKNOWN: 'Internal error',
  CANCELLED: 'Cancelled',
};

export const labelFailure = (code: string): string => LABELS[code] ?? code;
