import {
  LEAD_MS_MAX,
  LEAD_MS_MIN,
  PLATFORM_TABLE,
  PLATFORMS,
} from '../../catalogue/social-platforms.js';
import { parseIsoTime } from '../../contract/iso-time.js';
import type { Issue } from '../../contract/refusal.js';
import { checkCallbackRules } from '../../webhooks/callbacks.js';
import { showValue } from '../../contract/show-value.js';

type Body = Readonly<Record<string, unknown>>;

/** Checks a post's body for rules that a schema cannot express. Its fields may have any type. */
export const checkPostRules = (body: Body): Issue[] => [
  ...checkTime(body['scheduled_at'], new Date()),
  ...checkSettings(body),
  ...checkCallbackRules(body),
];

/** Checks the body of a change to a post for rules that a schema cannot express. */
export const checkChangeRules = (body: Body): Issue[] =>
  checkTime(body['scheduled_at'], new Date());

/** The schema refuses longer times. */
const TIME_CHARACTERS_MAX = 40;

function checkTime(value: unknown, now: Date): Issue[] {
  if (typeof value !== 'string' || value === '' || value.length > TIME_CHARACTERS_MAX) return [];
  const refuse = (message: string): Issue[] => [{ path: 'body.scheduled_at', message }];
  const at = parseIsoTime(value);
  if (at === null) {
    return refuse(
      `must be an ISO 8601 time with an offset, such as 2026-12-01T18:30:00+01:00, not ${showValue(value)}`,
    );
  }
  const lead = at - now.getTime();
  if (lead < LEAD_MS_MIN)
    return refuse('must be at least 5 minutes from now; leave it out to publish now');
  return lead > LEAD_MS_MAX ? refuse('must be at most 365 days from now') : [];
}

function checkSettings({ settings, platforms }: Body): Issue[] {
  if (typeof settings !== 'object' || settings === null || !Array.isArray(platforms)) return [];
  return PLATFORMS.filter((name) => name in settings && !platforms.includes(name)).map((name) => ({
    path: `body.settings.${name}`,
    message: `is for ${PLATFORM_TABLE[name].label}, which is not in \`platforms\`; leave it out`,
  }));
}
