const DAY_MS = 24 * 60 * 60_000;

/** How long the previous secret still signs after a rotation. */
export const SECRET_OVERLAP_MS = DAY_MS;
/** How long deliveries and events are kept. */
export const RETENTION_DAYS = 30;
