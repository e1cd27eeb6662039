import { Character } from '../../entities/character.js';
import { describePreset, type Customization, type Preset } from '../catalogue/presets.js';
import { presentCharacter, type CharacterView, type CharacterBody } from '../contract/character.js';
import type { MediaUrl } from '../contract/generation.js';
import type { Caller } from '../accounts/caller.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import { expectRights } from '../accounts/expect-rights.js';
import { PROMPT_FIELDS, readWords } from '../screening/prompt-fields.js';
import { checkWordsAllowed, type ScreenDeps } from '../screening/screen-words.js';
import { expectVoice, lockVoice } from '../voices/expect-voice.js';
import { holdPreset, releasePreset, settlePreset, type PresetHold } from './hold-preset.js';
import { orderPortrait, refuseUndrawn, type PortraitDeps } from './order-portrait.js';
import { buildCharacterAnalysis } from './subject-analysis.js';

export interface PresetDeps extends PortraitDeps, ScreenDeps {
  readonly mediaUrl: MediaUrl;
}

/** A preset character from the catalogue with a chosen appearance. */
export interface PresetPurchase {
  readonly caller: Caller;
  readonly claim: RequestClaim;
  readonly name: string;
  readonly voiceKey: string | null;
  readonly preset: Preset;
  readonly look: Customization | null;
  /** Price in credits. */
  readonly price: number;
}

/**
 * Buys a preset character. Credits and a slot in the plan are held before a worker draws the
 * portrait, and settled in the transaction that inserts the row. The catalogue describes the
 * character, so it needs no analysis.
 * @throws {Refusal} CONTENT_BLOCKED, LIMIT_REACHED, SPEND_CAP_REACHED, INSUFFICIENT_CREDITS,
 * UNAVAILABLE if no worker draws the portrait; then credits and slot are returned
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export async function buyPresetCharacter(
  deps: PresetDeps,
  purchase: PresetPurchase,
): Promise<CharacterBody> {
  const { caller, voiceKey } = purchase;
  await expectVoice(deps.db.manager, caller.accountId, voiceKey);
  await checkWordsAllowed(deps, readWords(purchase, PROMPT_FIELDS.subject));
  const hold = await holdPreset(deps, purchase);
  try {
    return await drawAndSettle(deps, purchase, hold);
  } catch (error) {
    const { accountId } = caller;
    await releasePreset(deps, accountId, hold).catch((cause: unknown) =>
      deps.log.warn(
        { err: cause, accountId, holdId: hold.id },
        'could not release a hold; upkeep will release it',
      ),
    );
    throw error;
  }
}

async function drawAndSettle(
  deps: PresetDeps,
  purchase: PresetPurchase,
  hold: PresetHold,
): Promise<CharacterBody> {
  const { caller, claim, preset, look } = purchase;
  const { characterId, key } = await orderPortrait(deps, claim, preset, look);
  const row = buildCharacterRow(characterId, key, purchase);
  // The sweep removes a portrait that is not bought: a duplicate of the request may still buy it.
  return answerOnce(deps, claim, async (tx, once) => {
    const answered = await once.answer(presentCharacter(row, deps.mediaUrl));
    await lockVoice(tx, caller.accountId, row.voiceKey);
    await tx.insert(Character, { ...row, photos: [key], accountId: caller.accountId });
    if (!(await settlePreset(tx, hold))) throw refuseUndrawn();
    await expectRights(tx, caller, 'generate');
    return answered;
  });
}

function buildCharacterRow(id: string, key: string, purchase: PresetPurchase): CharacterView {
  const { name, voiceKey, preset, look } = purchase;
  const now = new Date();
  return {
    id,
    name,
    gender: preset.gender,
    voiceKey,
    photos: [key],
    type: 'preset',
    presetBaseId: preset.base_id,
    analysis: buildCharacterAnalysis(describePreset(preset, look)),
    createdAt: now,
    updatedAt: now,
  };
}
