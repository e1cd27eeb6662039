import { setTimeout as pause } from 'node:timers/promises';
import type { Attack, Target } from './attacks.js';
import { BOUNDARY, FORM_TABLE, type Form } from './form-table.js';
import { tally } from './outcomes.js';
import { sendRaw } from './raw-request.js';

async function* trickle(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < 60; at += 1) {
    yield bytes.subarray(at, at + 1);
    await pause(1_000);
  }
}

async function sendForm({ url, apiKey }: Target, form: Form, bytes: Buffer): Promise<string> {
  const { outcome, body } = await sendRaw({
    url,
    head: [
      'POST /openai/v1/images/edits HTTP/1.1',
      'Connection: close',
      `Host: ${new URL(url).host}`,
      `Authorization: Bearer ${apiKey}`,
      `Content-Type: multipart/form-data; ${form.type ?? `boundary=${BOUNDARY}`}`,
      `Content-Length: ${bytes.length + (form.announced ?? 0)}`,
    ],
    body: () => (form.isSlow ? trickle(bytes) : [bytes]),
    deadlineMs: 40_000,
  });
  return /^\d/.test(outcome) && !isOpenAiError(body) ? `${outcome} in another shape` : outcome;
}

function isOpenAiError(body: string): boolean {
  try {
    const { error } = JSON.parse(body) as { error?: Record<string, unknown> };
    return ['message', 'type', 'param', 'code'].every((field) => field in (error ?? {}));
  } catch {
    return false;
  }
}

/** Attacks that one caller makes with forms. */
export const FORMS: readonly Attack[] = FORM_TABLE.map((form) => ({
  name: form.name,
  run(target) {
    const bytes = form.build();
    return tally(form.times, form.together, () => sendForm(target, form, bytes));
  },
}));
