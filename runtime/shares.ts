import type { QueueLimits } from './fair-queue.js';

/*
 * What one process does at once for callers, and the share of an account in it. A share is smaller
 * than the whole, so that several accounts would have to work together to fill a queue.
 */

/** Clients give up after a minute; a wait that is longer helps nobody. */
const WAIT_MS = 30_000;

/**
 * Looks up keys: as many at once as two statements take (`api/middleware/key-look-ups.ts`). So a
 * crowd of requests of one key waits for itself. Nobody's client waits long for its first answer.
 */
export const ADMISSIONS: QueueLimits = {
  atOnce: 64,
  atOnceEach: 16,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: 5_000,
};

/**
 * Queries for clients that are not authenticated yet: sign-in links, passkeys, sessions and tokens that
 * this process has not seen, links to connect an account, sign-in of agents. Each may be a whole
 * transaction, so they get a quarter of the connections, and one network half of that.
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
 * What the pages of upload boxes ask of the database, in half of its connections. Whoever sends files
 * into one box at once waits for the row of that box, so they wait here instead of on a connection.
 */
export const BOX_VISITS: QueueLimits = {
  atOnce: 8,
  atOnceEach: 2,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: 10_000,
};

/**
 * Transactions of requests that lock rows of their account. Each holds a connection while it waits
 * for a lock. More than two of an account only wait for each other: charges of one account are no faster
 * with 4 or 8 connections than with 2.
 */
export const ACCOUNT_TURNS: QueueLimits = {
  atOnce: Infinity,
  atOnceEach: 2,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: 5_000,
};

/**
 * Portraits that requests wait for. Each takes about a second of one core of a worker, and a request
 * waits 10 s for it.
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
 * file is stored. An address may take 60 s, so an account with slow ones may hold two places for so
 * long, and no more.
 */
export const IMPORTS: QueueLimits = {
  atOnce: 8,
  atOnceEach: 2,
  waiting: 64,
  waitingEach: 16,
  waitMs: WAIT_MS,
};

/**
 * Looks into files, in the one thread that there is for them. Each that waits may hold the 20 MB of
 * a data URL, so they are as few as one process can hold.
 */
export const INSPECTIONS: QueueLimits = {
  atOnce: 1,
  atOnceEach: 1,
  waiting: 63,
  waitingEach: 16,
  waitMs: WAIT_MS,
};

/**
 * Loads the files of jobs for upstreams and has them judged. Hundreds of jobs begin at once after a
 * restart, and the threads that look into their pictures have room for few that wait. Here a job
 * waits without its files; slots of the worker bound how many do. The wait is shorter than any step
 * may take.
 */
export const PREPARATIONS: QueueLimits = {
  atOnce: 4,
  atOnceEach: 4,
  waiting: 4_096,
  waitingEach: 4_096,
  waitMs: 240_000,
};

/**
 * Refreshes tokens of connected accounts, one at a time for each account. Each may hold one of at
 * least 6 connections for 10 s, because its result is stored in the transaction that locks it.
 */
export const REFRESHES: QueueLimits = {
  atOnce: 3,
  atOnceEach: 1,
  waiting: 4_096,
  waitingEach: 1_024,
  waitMs: WAIT_MS,
};

/**
 * Looks at files that callers have PUT: one request to the store each, of a few milliseconds. Those
 * who ask about one file share a look, so what waits are different files.
 */
export const LOOKS: QueueLimits = {
  atOnce: 16,
  atOnceEach: 4,
  waiting: 1_024,
  waitingEach: 256,
  waitMs: WAIT_MS,
};
