/**
 * Words with which the models behind OpenRouter refuse content. OpenRouter forwards the models'
 * text without a code. All words are in lower case; a text that contains one of them is a refusal.
 * All are second-hand (issue trackers and third-party adapters, 2026-11-21).
 */
const POLICY_WORDS: readonly string[] = [
  // OpenRouter itself, and filters that several models use
  'requires moderation',
  'content moderation',
  'moderation_blocked',
  'content policy',
  'content_policy',
  'content filter',
  'content checker',
  'flagged',
  'nsfw',
  'unsafe',
  'prohibited content',
  'safety system',
  'safety filter',
  'safety polic',
  // Words of Seedance
  'sensitive information',
  'sensitivecontent',
  'may contain real person',
  'copyright restriction',
  // Words of Veo
  'usage guidelines',
  'usage policies',
  'responsible ai',
  'rai_media_filtered',
  // Words of Kling
  'risk control',
  // Words of MiniMax
  'sensitive content',
  'new_sensitive',
  // Words of Wan
  'inappropriate content',
  'datainspectionfailed',
];

/** Returns whether a message means that the content was refused. */
export function isPolicyRefusal(words: string): boolean {
  const said = words.toLowerCase();
  return POLICY_WORDS.some((word) => said.includes(word));
}
