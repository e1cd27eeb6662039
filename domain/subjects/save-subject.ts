import type { EntityManager } from 'typeorm';
import { Character } from '../../entities/character.js';
import { Product } from '../../entities/product.js';
import {
  presentCharacter,
  type CreateCharacterBody,
  type CharacterBody,
} from '../contract/character.js';
import type { MediaUrl } from '../contract/generation.js';
import { presentProduct, type CreateProductBody, type ProductBody } from '../contract/product.js';
import type { Caller } from '../accounts/caller.js';
import { answerOnce, type RequestClaim } from '../durable/answer-once.js';
import {
  keepPhotos,
  parsePhotos,
  PLACE_OF,
  type PhotoDeps,
  type PhotoRole,
} from './keep-photos.js';
import { commitObjects } from '../uploads/commit-objects.js';
import { expectWithinPlan, incrementCount } from '../accounts/plan-limits.js';
import { enqueueStarts, type StartDeps } from '../durable/start-workflow.js';
import { PROMPT_FIELDS, readWords } from '../screening/prompt-fields.js';
import { checkWordsAllowed, type ScreenDeps } from '../screening/screen-words.js';
import { expectVoice, lockVoice } from '../voices/expect-voice.js';
import { buildAnalysisWorkflow } from './subject-analysis.js';

export interface SubjectDeps extends StartDeps, PhotoDeps, ScreenDeps {
  readonly mediaUrl: MediaUrl;
  readonly newSubjectId: () => string;
}

interface NewSubject {
  readonly caller: Caller;
  readonly claim: RequestClaim;
}

/**
 * Saves a character from photos, free of charge. A workflow analyses the photos afterwards.
 * @throws {Refusal} CONTENT_BLOCKED, LIMIT_REACHED, VALIDATION_ERROR, NOT_FOUND, RATE_LIMITED,
 * UNAVAILABLE; nothing is stored
 * @throws {AlreadyAnswered} if a request with the same key was faster
 */
export async function saveCharacter(
  deps: SubjectDeps,
  wanted: NewSubject & { readonly body: CreateCharacterBody },
): Promise<CharacterBody> {
  const { body, caller } = wanted;
  await expectVoice(deps.db.manager, caller.accountId, body.voice_key);
  return create(deps, { ...wanted, role: 'character' }, (own) => {
    const row = {
      ...own,
      accountId: caller.accountId,
      name: body.name,
      gender: body.gender,
      voiceKey: body.voice_key ?? null,
      type: 'photo' as const,
      presetBaseId: null,
      analysis: null,
    };
    return {
      answer: presentCharacter(row, deps.mediaUrl),
      async insert(tx) {
        await lockVoice(tx, caller.accountId, row.voiceKey);
        await tx.insert(Character, row);
      },
    };
  });
}

/** Saves a product. See `saveCharacter`. */
export function saveProduct(
  deps: SubjectDeps,
  wanted: NewSubject & { readonly body: CreateProductBody },
): Promise<ProductBody> {
  const { body, caller } = wanted;
  return create(deps, { ...wanted, role: 'product' }, (own) => {
    const row = {
      ...own,
      accountId: caller.accountId,
      name: body.name,
      category: body.category ?? null,
      analysis: null,
    };
    return { answer: presentProduct(row, deps.mediaUrl), insert: (tx) => tx.insert(Product, row) };
  });
}

/** Columns that characters and products share. */
interface SubjectColumns {
  readonly id: string;
  readonly photos: string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Stores the photos first. Then one transaction writes the response, the row and the outbox row,
 * and takes the slot in the plan.
 */
async function create<T extends object>(
  deps: SubjectDeps,
  wanted: NewSubject & {
    readonly role: PhotoRole;
    readonly body: { readonly images: readonly string[] };
  },
  rowOf: (own: SubjectColumns) => { answer: T; insert: (tx: EntityManager) => Promise<unknown> },
): Promise<T> {
  const { caller, claim, role } = wanted;
  const place = PLACE_OF[role];
  const fields = parsePhotos(deps, role, wanted.body.images);
  await checkWordsAllowed(deps, readWords(wanted.body, PROMPT_FIELDS.subject));
  await expectWithinPlan(deps.db.manager, caller, place);
  const id = deps.newSubjectId();
  const photos = await keepPhotos(deps, { caller, claim, role, id }, fields);
  const now = new Date();
  const { answer, insert } = rowOf({ id, photos, createdAt: now, updatedAt: now });
  return commitObjects(deps.store, photos, () =>
    answerOnce(deps, claim, async (tx, once) => {
      const answered = await once.answer(answer);
      await insert(tx);
      const analysis = buildAnalysisWorkflow({ subject: role, id }, caller.accountId);
      once.starts.push(...(await enqueueStarts(tx, [analysis])));
      await incrementCount(tx, caller, place);
      return answered;
    }),
  );
}
