import type { EntityManager } from 'typeorm';
import { Character } from '../../entities/character.js';
import { describePreset, type Customization, type Preset } from '../catalogue/presets.js';
import { presentCharacter, type CharacterView, type CharacterBody } from '../contract/character.js';
import type { MediaUrl } from '../contract/generation.js';
import { charge } from '../ledger/charge-at-once.js';
import type { Caller } from '../accounts/caller.js';
import { emitLowBalance } from '../webhooks/emit-event.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import { expectPlace, takePlace } from '../accounts/plan-limits.js';
import { refusalOf } from '../accounts/refuse-charge.js';
import type { WorkflowToStart } from '../durable/start-workflow.js';
import { PROMPT_FIELDS, readWords } from '../screening/prompt-fields.js';
import { screenWords, type ScreenDeps } from '../screening/screen-words.js';
import { orderPortrait, type PortraitDeps } from './order-portrait.js';
import { characterAnalysis } from './subject-analysis.js';

export interface PresetDeps extends PortraitDeps, ScreenDeps {
  readonly mediaUrl: MediaUrl;
  readonly newId: (prefix: 'hold') => string;
}

/** A preset character that is in the catalogue and has a look. */
export interface PresetPurchase {
  readonly caller: Caller;
  readonly claim: RequestClaim;
  readonly name: string;
  readonly voiceKey: string | null;
  readonly preset: Preset;
  readonly look: Customization | null;
  /** Credits. */
  readonly price: number;
}

/**
 * Buys a preset character. A worker draws its portrait first; then it is charged and settled in the
 * transaction of its row, so a portrait that is never drawn costs nothing. The catalogue describes
 * it, so no workflow has to analyse it.
 * @throws {Refusal} CONTENT_BLOCKED, LIMIT_REACHED, SPEND_CAP_REACHED, INSUFFICIENT_CREDITS,
 * UNAVAILABLE while no worker has drawn the portrait; nothing is charged
 * @throws {AlreadyAnswered} when a request with the same key was faster
 */
export async function buyPresetCharacter(
  deps: PresetDeps,
  purchase: PresetPurchase,
): Promise<CharacterBody> {
  const { caller, claim, preset, look } = purchase;
  await screenWords(deps, readWords(purchase, PROMPT_FIELDS.subject));
  await expectPlace(deps.db.manager, caller, 'characters');
  await expectPayment(deps, purchase);
  const { characterId, key } = await orderPortrait(deps, claim, preset, look);
  const row = rowOf(characterId, key, purchase);
  // A portrait that is not bought in the end is left to the sweep: a twin of the request may buy it.
  return answerOnce(deps, claim, async (tx, once) => {
    const answered = await once.answer(presentCharacter(row, deps.mediaUrl));
    await tx.insert(Character, { ...row, photos: [key], accountId: caller.accountId });
    once.starts.push(...(await pay(tx, deps.newId('hold'), row, purchase)));
    await takePlace(tx, caller, 'characters');
    return answered;
  });
}

class Rehearsed extends Error {}

/**
 * Tries the payment and rolls it back, so that no portrait is drawn for a caller who cannot pay.
 */
async function expectPayment(deps: PresetDeps, purchase: PresetPurchase): Promise<void> {
  const now = new Date();
  const work = deps.db.transaction(async (tx) => {
    await pay(tx, deps.newId('hold'), { id: deps.newSubjectId(), createdAt: now }, purchase);
    throw new Rehearsed();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Rehearsed)) throw error;
  });
}

/** @returns the starts of the `credits.low` deliveries that the payment causes */
async function pay(
  tx: EntityManager,
  holdId: string,
  { id, createdAt: now }: Pick<CharacterView, 'id' | 'createdAt'>,
  { caller, price }: PresetPurchase,
): Promise<WorkflowToStart[]> {
  const charged = await charge(tx, {
    accountId: caller.accountId,
    keyId: caller.keyId,
    holdId,
    refType: 'character',
    refId: id,
    price,
    now,
  });
  if (!charged.ok) throw refusalOf(charged, price, now);
  if (charged.lowBalance === null) return [];
  return emitLowBalance(tx, caller.accountId, charged.lowBalance, now);
}

function rowOf(id: string, key: string, purchase: PresetPurchase): CharacterView {
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
    analysis: characterAnalysis(describePreset(preset, look)),
    createdAt: now,
    updatedAt: now,
  };
}
