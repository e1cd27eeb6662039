/**
 * Words in content refusals of the models behind OpenRouter. OpenRouter forwards the models' text
 * without a code. All words are in lower case; a text that contains one of them is a refusal. All
 * are second-hand (issue trackers and third-party adapters, 2026-11-21).
 */
const POLICY_WORDS: readonly string[] = [
  // Refusals by OpenRouter itself and by filters that several models use
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
  // Seedance's refusals
  'sensitive information',
  'sensitivecontent',
  'may contain real person',
  'copyright restriction',
  // Veo's refusals
  'usage guidelines',
  'usage policies',
  'responsible ai',
  'rai_media_filtered',
  // Kling's refusals
  'risk control',
  // MiniMax's refusals
  'sensitive content',
  'new_sensitive',
  // Wan's refusals
  'inappropriate content',
  'datainspectionfailed',
];

/** Returns whether a message means that the content was refused. */
export function isPolicyRefusal(words: string): boolean {
  const said = words.toLowerCase();
  return POLICY_WORDS.some((word) => said.includes(word));
}
