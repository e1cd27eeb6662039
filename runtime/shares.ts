import type { QueueLimits } from './fair-queue.js';

/*
 * Concurrency limits of one process, in total and for one account. The limit of one account is
 * lower, so that several accounts would have to work together to fill a queue.
 */

/** Clients give up after a minute, so longer waits are useless. */
const WAIT_MS = 30_000;

/**
 * API key lookups: as many as fit in two statements (`api/middleware/key-look-ups.ts`). Many
 * requests with one key wait only for each other, so other clients get a quick first response.
 */
export const ADMISSIONS: QueueLimits = {
  atOnce: 64,
  atOnceEach: 16,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: 5_000,
};

/**
 * Queries for clients that are not authenticated yet: sign-in links, passkeys, sessions and tokens
 * that this process has not cached, links to connect an account, sign-in of agents. Each may be a
 * whole transaction, so they get a quarter of the connections, and one network gets half of that.
 */
export const STRANGERS: QueueLimits = {
  atOnce: 4,
  atOnceEach: 2,
  waiting: 4_096,
  waitingEach: 512,
  waitMs: 5_000,
};

/** Lookups of files at `/media`: one request to the store, and one query for a file that exists. */
export const MEDIA_VISITS: QueueLimits = {
  atOnce: 16,
  atOnceEach: 8,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: 10_000,
};

/**
 * Database queries of upload-box pages, which get half of the connections. Concurrent uploads to
 * one box wait for its row, so they wait here instead of holding a connection.
 */
export const BOX_VISITS: QueueLimits = {
  atOnce: 8,
  atOnceEach: 2,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: 10_000,
};

/**
 * Transactions that lock rows of their account. Each holds a connection while it waits for a lock.
 * More than two per account only wait for each other: charges of one account are no faster with 4
 * or 8 connections than with 2.
 */
export const ACCOUNT_TURNS: QueueLimits = {
  atOnce: Infinity,
  atOnceEach: 2,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: 5_000,
};

/**
 * Portraits that requests wait for. Each uses a worker core for about a second, and a request waits
 * up to 10 s.
 */
export const PORTRAITS: QueueLimits = {
  atOnce: 20,
  atOnceEach: 2,
  waiting: 256,
  waitingEach: 16,
  waitMs: 10_000,
};

/**
 * Imports from a URL: each may hold 200 MB of disk and about 50 MB of memory (measured) until its
 * file is stored. A download may take 60 s, so an account with slow ones blocks at most two slots.
 */
export const IMPORTS: QueueLimits = {
  atOnce: 8,
  atOnceEach: 2,
  waiting: 64,
  waitingEach: 16,
  waitMs: WAIT_MS,
};

/**
 * Pictures that are sent in answers, as base64 in the format that the client wants. Each takes up to
 * 50 MB of memory, a 4K picture as PNG, until its reader has it.
 */
export const PICTURES: QueueLimits = {
  atOnce: 6,
  atOnceEach: 2,
  waiting: 512,
  waitingEach: 64,
  waitMs: 120_000,
};

/**
 * File inspections, in a single thread. Each waiting one may hold the 20 MB of a data URL, so the
 * queue is limited to what one process can hold.
 */
export const INSPECTIONS: QueueLimits = {
  atOnce: 1,
  atOnceEach: 1,
  waiting: 63,
  waitingEach: 16,
  waitMs: WAIT_MS,
};

/**
 * Loads the files of jobs for upstreams and moderates them. After a restart, hundreds of jobs begin
 * concurrently, and the queue of the inspection thread is short. A job waits here without its
 * files; the slots of the worker limit how many. The wait is shorter than the timeout of any step.
 */
export const PREPARATIONS: QueueLimits = {
  atOnce: 4,
  atOnceEach: 4,
  waiting: 4_096,
  waitingEach: 4_096,
  waitMs: 240_000,
};

/**
 * Token refreshes of connected accounts, one at a time per account. Each may hold one of at least 6
 * connections for 10 s, because its result is stored in the transaction that locks the account.
 */
export const REFRESHES: QueueLimits = {
  atOnce: 3,
  atOnceEach: 1,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: WAIT_MS,
};

/**
 * Checks of files that clients have PUT: one request of a few milliseconds to the store. Concurrent
 * checks of the same file share one request.
 */
export const LOOKS: QueueLimits = {
  atOnce: 16,
  atOnceEach: 4,
  waiting: 1_024,
  waitingEach: 256,
  waitMs: WAIT_MS,
};
