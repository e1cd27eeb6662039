import type { QueueLimits } from './fair-queue.js';

/*
 * Concurrency limits of one process, in total and per account. The limit per account is lower than
 * the total, so several accounts would have to work together to fill a queue.
 */

/** Maximum wait in milliseconds: clients give up after a minute, so a longer wait is useless. */
const WAIT_MS = 30_000;

/**
 * API key lookups: as many as fit in two statements (`api/middleware/key-lookup-batcher.ts`). Concurrent
 * requests with the same key wait only for each other, so other clients get a quick first response.
 */
export const ADMISSIONS: QueueLimits = {
  concurrent: 64,
  concurrentEach: 16,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: 5_000,
};

/**
 * Queries for clients that are not authenticated yet: sign-in links, passkeys, sessions and tokens
 * that this process has not cached, links to connect an account, agent sign-in. Each may be a whole
 * transaction, so together they get a quarter of the connections, and one network gets half of
 * those.
 */
export const STRANGERS: QueueLimits = {
  concurrent: 4,
  concurrentEach: 2,
  waiting: 4_096,
  waitingEach: 512,
  waitMs: 5_000,
};

/** File lookups at `/media`: one request to the store, and one query if the file exists. */
export const MEDIA_VISITS: QueueLimits = {
  concurrent: 16,
  concurrentEach: 8,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: 10_000,
};

/**
 * Database queries by upload-box pages, which get half of the connections. Concurrent uploads to
 * one box wait for its row, so they wait in this queue instead of holding a connection.
 */
export const BOX_VISITS: QueueLimits = {
  concurrent: 8,
  concurrentEach: 2,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: 10_000,
};

/**
 * Transactions that lock their account's rows. Each holds a connection while it waits for a lock.
 * More than two per account would only wait for each other: one account's charges are no faster
 * with 4 or 8 connections than with 2.
 */
export const ACCOUNT_TURNS: QueueLimits = {
  concurrent: Infinity,
  concurrentEach: 2,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: 5_000,
};

/**
 * Portraits that requests wait for. Each uses a worker's core for about a second, and a request
 * waits up to 10 s.
 */
export const PORTRAITS: QueueLimits = {
  concurrent: 20,
  concurrentEach: 2,
  waiting: 256,
  waitingEach: 16,
  waitMs: 10_000,
};

/**
 * Imports from a URL: each may hold 200 MB of disk and about 50 MB of memory (measured) until its
 * file is stored. A download may take 60 s, so an account with slow downloads blocks at most two
 * slots.
 */
export const IMPORTS: QueueLimits = {
  concurrent: 8,
  concurrentEach: 2,
  waiting: 64,
  waitingEach: 16,
  waitMs: WAIT_MS,
};

/**
 * Images sent in responses, as base64 in the format that the client requested. Each takes up to 50
 * MB of memory (a 4K image as PNG) until the client has received it.
 */
export const PICTURES: QueueLimits = {
  concurrent: 6,
  concurrentEach: 2,
  waiting: 512,
  waitingEach: 64,
  waitMs: 120_000,
};

/**
 * File inspections, which run in a single thread. Each waiting inspection may hold the 20 MB of a
 * data URL, so the queue is no longer than one process can hold.
 */
export const INSPECTIONS: QueueLimits = {
  concurrent: 1,
  concurrentEach: 1,
  waiting: 63,
  waitingEach: 16,
  waitMs: WAIT_MS,
};

/**
 * Checks of files for clients without a key. Each may hold a file of 20 MB, and one thread reads
 * them one after the other.
 */
export const VERIFICATIONS: QueueLimits = {
  concurrent: 2,
  concurrentEach: 1,
  waiting: 64,
  waitingEach: 4,
  waitMs: WAIT_MS,
};

/**
 * Images on their way to the watermark service. Each holds up to 130 MB of memory: the pixels of a
 * 4K image and its PNG, sent and answered.
 */
export const WATERMARKS: QueueLimits = {
  concurrent: 2,
  concurrentEach: 2,
  waiting: 4_096,
  waitingEach: 4_096,
  waitMs: WAIT_MS,
};

/**
 * Loading and moderating files for upstream jobs. After a restart, hundreds of jobs begin
 * concurrently, and the inspection thread's queue is short. A job waits here without its files, and
 * the worker's slots limit how many wait. The wait is shorter than the timeout of any step.
 */
export const PREPARATIONS: QueueLimits = {
  concurrent: 4,
  concurrentEach: 4,
  waiting: 4_096,
  waitingEach: 4_096,
  waitMs: 240_000,
};

/**
 * Token refreshes of connected accounts, one at a time per account. Each may hold one of at least 6
 * connections for 10 s, because its result is stored in the transaction that locks the account.
 */
export const REFRESHES: QueueLimits = {
  concurrent: 3,
  concurrentEach: 1,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: WAIT_MS,
};

/**
 * Checks of files that clients have uploaded by PUT: one request of a few milliseconds to the
 * store. Concurrent checks of the same file share one request.
 */
export const STAGED_READS: QueueLimits = {
  concurrent: 16,
  concurrentEach: 4,
  waiting: 1_024,
  waitingEach: 256,
  waitMs: WAIT_MS,
};
