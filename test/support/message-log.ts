import { appendFileSync } from 'node:fs';
import type { ErrorBody } from '../../domain/contract/refusal.js';

/** File that collects the refusals of this run; unless it is set, nothing is written. */
const LOG = process.env['MESSAGE_LOG'];
const seen = new Set<string>();

/** Patterns of values that differ from run to run: ids, secrets, ports, times, long data. */
const MASKS: readonly [RegExp, string][] = [
  [/\b([a-z]{3,4})_(?=[0-9a-f]*\d)[0-9a-f]{6,32}\b/g, '$1_…'],
  [/\b(svc_live_|whsec_)[\w+/=]+/g, '$1…'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b(?=[a-z]*\d)[a-z2-7]{20}\b/g, '<subject>'],
  [/(127\.0\.0\.1|localhost):\d+/g, '$1:<port>'],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/\b\d{13}\b/g, '<ms>'],
  [/[A-Za-z0-9+/=]{60,}/g, '<long>'],
];

/**
 * Lists lines that describe a refusal: one line per issue, or if there are no issues, one line with
 * the message.
 */
export function messageLines(status: number, { error }: ErrorBody): string[] {
  const { issues = [], code = '-' } = (error.details ?? {}) as {
    issues?: { path: string; message: string; code?: string }[];
    code?: string;
  };
  const head = `${status} ${error.code}`;
  const lines = issues.map((one) => `${head} ${one.code ?? code} ${one.path}: ${one.message}`);
  if (issues.length === 0) lines.push(`${head} ${code} -: ${error.message}`);
  return lines.map((line) => MASKS.reduce((text, [what, by]) => text.replaceAll(what, by), line));
}

/**
 * Records a response if the API refused the request. Usage: `MESSAGE_LOG=<file> npm test --
 * test/api`.
 */
export function logMessages(status: number, text: string): void {
  if (!LOG || status < 400 || !text.startsWith('{"error":')) return;
  for (const line of messageLines(status, JSON.parse(text) as ErrorBody)) {
    if (seen.has(line)) continue;
    seen.add(line);
    appendFileSync(LOG, `${line}\n`);
  }
}
