import type {
  PlatformFailureKind,
  PostErrorCode,
} from '../../../domain/catalogue/social-states.js';

/** The meaning of a Meta error. A row without a subcode applies to all unlisted subcodes. */
interface ErrorRow {
  /** The code; `ANY` if the subcode alone identifies the error. */
  readonly code: number | typeof ANY;
  readonly subcode?: number;
  readonly kind: PlatformFailureKind;
  readonly error: PostErrorCode;
}

const ANY = 'any';
const AWAY = 'PLATFORM_UNAVAILABLE';
const buildErrorRows = (
  kind: PlatformFailureKind,
  error: PostErrorCode,
  ...codes: readonly (readonly [code: ErrorRow['code'], subcode?: number])[]
): ErrorRow[] => codes.map(([code, subcode]) => ({ code, subcode, kind, error }));

/**
 * Instagram and Threads errors, from the platforms' references "Error Codes" and "Troubleshooting"
 * and from practice (docs/social/instagram.md, docs/social/threads.md).
 */
export const META_ERRORS: readonly ErrorRow[] = [
  ...buildErrorRows(
    'retry',
    AWAY,
    [1],
    [2],
    [-1, 2207001],
    [9007, 2207027],
    [-1, 2207082],
    [100, 33],
  ),
  // A container that is missing, not available yet, or was lost during its creation.
  ...buildErrorRows('new_draft', AWAY, [-2, 2207003], [-2, 2207020], [-1, 2207032], [-1, 2207053]),
  ...buildErrorRows('new_draft', AWAY, [24, 2207006], [24, 2207008], [24, 4279009]),
  // A Threads carousel item that has expired or failed.
  ...buildErrorRows('new_draft', AWAY, [ANY, 4279004]),
  // The platform cannot fetch from our media host.
  ...buildErrorRows('new_draft', 'MISCONFIGURED', [9004, 2207052]),
  ...buildErrorRows('rate_limited', AWAY, [4], [17], [32], [341], [613], [80002]),
  ...buildErrorRows('quota', 'QUOTA_REACHED', [9, 2207042], [4, 2207051]),
  ...buildErrorRows(
    'permanent',
    'MEDIA_REFUSED',
    [352, 2207026],
    [36000, 2207004],
    [36001, 2207005],
  ),
  ...buildErrorRows('permanent', 'MEDIA_REFUSED', [36003, 2207009], [100, 2207023], [100, 2207028]),
  ...buildErrorRows('permanent', 'CAPTION_REFUSED', [36004, 2207010]),
  ...buildErrorRows('permanent', 'SETTINGS_REFUSED', [100, 2207040], [1, 2207057]),
  ...buildErrorRows('permanent', 'PLATFORM_REFUSED', [506], [368], [25, 2207050], [100]),
  // Threads has restricted the account.
  ...buildErrorRows('permanent', 'PLATFORM_REFUSED', [ANY, 4279013]),
  ...buildErrorRows('unauthorized', 'ACCOUNT_NEEDS_LOGIN', [190]),
  ...buildErrorRows('reauth', 'ACCOUNT_NEEDS_LOGIN', [10]),
];

/** Finds an error's row; null if the error is unknown. */
export function findError(code: number, subcode: number | null): ErrorRow | null {
  const exact = META_ERRORS.find(
    (each) => (each.code === code || each.code === ANY) && each.subcode === subcode,
  );
  const rest = META_ERRORS.find((each) => each.code === code && each.subcode === undefined);
  if (exact ?? rest) return exact ?? rest ?? null;
  // The owner has revoked permissions.
  if (code >= 200 && code < 300) return { code, kind: 'reauth', error: 'ACCOUNT_NEEDS_LOGIN' };
  return null;
}

/** Finds a row by subcode only, because a container's status contains no code. */
export const findSubcode = (subcode: number): ErrorRow | null =>
  META_ERRORS.find((each) => each.subcode === subcode) ?? null;
