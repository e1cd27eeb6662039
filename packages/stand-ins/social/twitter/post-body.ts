import { createRequire } from 'node:module';
import type twitterText from 'twitter-text';
import type { Body } from './answers.js';

/**
 * Loads the module for the first post, because most runs of `npm start` never post. It stays
 * loaded.
 */
export const loadTexts = () => createRequire(import.meta.url)('twitter-text') as typeof twitterText;

/** A post's fields (CreatePostsRequest in @xdevplatform/xdk 0.6.6). */
const FIELDS = [
  'card_uri',
  'community_id',
  'direct_message_deep_link',
  'edit_options',
  'for_super_followers_only',
  'geo',
  'made_with_ai',
  'media',
  'nullcast',
  'paid_partnership',
  'poll',
  'quote_tweet_id',
  'reply',
  'reply_settings',
  'share_with_followers',
  'text',
];

/** Returns X's refusal of an unknown field in a post; null if all fields are known. */
export function findUnknownField(body: Body): string | null {
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name));
  if (unknown === undefined) return null;
  return `$.${unknown}: is not defined in the schema and the schema does not allow additional properties`;
}
