import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { LOW_BALANCE_THRESHOLD } from '../catalogue/event-types.js';
import { PLANS } from '../catalogue/plans.js';
import { BURST_MINUTES, computeWaitSeconds } from './generation-rate.js';
import { queryOne } from '../../entities/rows.js';

export interface Reservation {
  readonly accountId: string;
  readonly keyId: string;
  readonly holdId: string;
  /** Only a generation is a job: it takes a slot and counts against the sustained rate. */
  readonly refType: 'generation' | 'character' | 'social_post';
  readonly refId: string;
  /** A generation's type and model, which the hold keeps after the generation is deleted. */
  readonly made?: { readonly type: string; readonly model: string };
  /** Price in credits. */
  readonly price: number;
  readonly now: Date;
}

/** The reason why nothing was reserved, in order of precedence. */
export type NotReserved = { readonly ok: false } & (
  | { readonly reason: 'key' | 'role' | 'suspended' }
  | {
      readonly reason: 'cap';
      readonly cap: number;
      readonly spent: number;
      /** Whether the key belongs to an agent; people cannot send or edit such a key. */
      readonly isAgent: boolean;
    }
  | { readonly reason: 'credits'; readonly available: number; readonly held: number }
  | { readonly reason: 'slots'; readonly limit: number }
  | { readonly reason: 'rate'; readonly limit: number; readonly retryAfter: number }
);

export type ReserveResult =
  /** The balance if it has just fallen below the threshold; set no more than once a day. */
  { readonly ok: true; readonly lowBalance: number | null } | NotReserved;

/** Arguments in the order of entities/functions/reserve-credits.ts. */
const RESERVE = `
SELECT * FROM reserve_credits($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

/** Each plan's limits: concurrent jobs, and generations per minute. */
const JOB_LIMITS = Object.fromEntries(
  Object.entries(PLANS).map(([plan, { concurrent_jobs, images_per_minute }]) => [
    plan,
    { concurrent_jobs, images_per_minute },
  ]),
);

/** Rules passed to the database functions. */
export const RESERVE_RULES = {
  low_below: LOW_BALANCE_THRESHOLD,
  limits: JOB_LIMITS,
  burst_minutes: BURST_MINUTES,
} as const;

/** The result of `reserve_credits`. If the balance is missing, nothing was reserved. */
export interface ReserveRow {
  /** 0 if the key is missing or revoked, 2 if its member's role does not allow spending. */
  key_ok: number;
  suspended: boolean;
  month_ok: number;
  cap: number | null;
  is_agent: boolean | null;
  available: number;
  held: number;
  active_jobs: number;
  jobs_max: number;
  per_minute: number;
  level: number;
  spent: number | null;
  balance: number | null;
  low: boolean | null;
}

/** Computes the end of a moment's month in Unix milliseconds, when monthly caps start over. */
export function computeMonthEnd(moment: Date): number {
  return Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1);
}

/** Formats the first day of a moment's UTC month, `yyyy-mm-01`: the unit of monthly caps. */
export function formatUtcMonth(moment: Date): string {
  return `${moment.toISOString().slice(0, 7)}-01`;
}

/** Formats a moment's UTC day, `yyyy-mm-dd`. */
export const formatUtcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/**
 * Reserves credits and a job slot, from subscription credits before purchased ones. After a refusal
 * the caller must roll back, so that nothing is changed.
 */
export async function reserve(tx: EntityManager, wanted: Reservation): Promise<ReserveResult> {
  const row = await queryOne<ReserveRow>(tx, RESERVE, [
    wanted.accountId,
    wanted.keyId,
    wanted.holdId,
    wanted.price,
    formatUtcMonth(wanted.now),
    LOW_BALANCE_THRESHOLD,
    formatUtcDay(wanted.now),
    wanted.refType,
    wanted.refId,
    randomUUID(),
    JSON.stringify(JOB_LIMITS),
    BURST_MINUTES,
    wanted.made?.type ?? null,
    wanted.made?.model ?? null,
  ]);
  if (!row) throw new Error(`account ${wanted.accountId} does not exist`);
  if (row.balance !== null) return { ok: true, lowBalance: row.low ? row.balance : null };
  return buildNotReserved(row, wanted.price);
}

/** Finds the first reason that applies to a reservation that the statement refused. */
export function buildNotReserved(row: Omit<ReserveRow, 'low'>, price: number): NotReserved {
  const ok = false;
  const { available, held, jobs_max: jobsMax, per_minute: perMinute, level } = row;
  if (row.key_ok === 0) return { ok, reason: 'key' };
  if (row.suspended) return { ok, reason: 'suspended' };
  if (row.key_ok === 2) return { ok, reason: 'role' };
  if (row.month_ok === 0) return refuseForCap(row);
  if (available < price) return { ok, reason: 'credits', available, held };
  if (row.active_jobs >= jobsMax) return { ok, reason: 'slots', limit: jobsMax };
  const retryAfter = computeWaitSeconds(level, perMinute);
  return { ok, reason: 'rate', limit: perMinute, retryAfter };
}

const refuseForCap = ({ cap, spent, is_agent: isAgent }: Omit<ReserveRow, 'low'>): NotReserved => ({
  ok: false,
  reason: 'cap',
  cap: cap ?? 0,
  spent: spent ?? 0,
  isAgent: isAgent === true,
});
