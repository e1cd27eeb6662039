import { blackPng } from '../../media/inspection/made.js';
import { fixture } from '../../media/inspection/samples.js';
import type { Customer } from '../suite.js';
import type { SignedUpload, UploadSuite } from '../uploads-rig.js';

export const PNG = blackPng(64);

/** Accounts and files that the cases refer to. */
export interface World {
  readonly suite: UploadSuite;
  readonly customer: Customer;
  readonly stranger: Customer;
  /** This account has used up its daily files. */
  readonly full: Customer;
  /** A signed upload of the customer, with or without a file. */
  signed(type?: string, file?: Buffer): Promise<SignedUpload>;
  /** A ready upload of the customer, optionally expired. */
  ready(type: string, file: Buffer, expired?: boolean): Promise<{ id: string; url: string }>;
  /** A URL of this service. */
  readonly address: (key: string) => string;
}

const FILES_A_DAY = 50;

/** Creates the accounts of the cases. */
export async function buildWorld(suite: UploadSuite): Promise<World> {
  const raised = { requests_per_minute: 100_000 };
  const customer = await suite.customer({ raised });
  const full = await suite.customer({ plan: 'free', raised });
  await suite.db.query(
    `INSERT INTO daily_usage (account_id, day, files, bytes)
     VALUES ($1, (now() AT TIME ZONE 'utc')::date, $2, 0)`,
    [full.accountId, FILES_A_DAY],
  );
  return {
    suite,
    customer,
    full,
    stranger: await suite.customer(),
    async signed(type = 'image/png', file) {
      const upload = await suite.signed(customer, { content_type: type });
      if (file) await suite.put(upload, file);
      return upload;
    },
    async ready(type, file, expired = false) {
      const upload = await suite.inline(customer, file, type);
      if (expired) {
        await suite.db.query('UPDATE upload SET expires_at = now() WHERE id = $1', [upload.id]);
      }
      return upload;
    },
    address: (key) => suite.api.deps.mediaUrl(key),
  };
}

export const MP3 = fixture('tone.mp3');
/** A clip of half a second, which is too short for motion control. */
export const CLIP = fixture('clip.mp4');
