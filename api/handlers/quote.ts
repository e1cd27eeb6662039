import type { Caller } from '../../domain/accounts/caller.js';
import { GENERATION_EVENTS, SPEECH_EVENTS } from '../../domain/contract/callback.js';
import { checkCallback } from '../../domain/webhooks/callbacks.js';
import { inspectMedia } from '../../domain/uploads/inspect-media.js';
import { findRoleShape } from '../../domain/uploads/resolve-each.js';
import { refuseInvalid, Refusal } from '../../domain/contract/refusal.js';
import { presentQuote, type QuoteRequestBody } from '../../domain/contract/quote.js';
import type { QuoteImageBody } from '../../domain/contract/image.js';
import type { QuoteSpeechBody } from '../../domain/contract/speech.js';
import type { QuoteVideoBody } from '../../domain/contract/video.js';
import { readSpendable } from '../../domain/ledger/read-spendable.js';
import type { Deps } from '../../runtime/deps.js';
import { checkImage, priceImage } from '../../domain/generations/image-request.js';
import type { PricedRequest } from '../../domain/generations/priced-request.js';
import { checkImageRules } from '../../domain/generations/request-rules.js';
import { checkVideo, priceVideo, checkVideoRules } from '../../domain/generations/video-request.js';
import {
  checkSpeech,
  checkSpeechRules,
  priceSpeech,
} from '../../domain/generations/speech-request.js';
import { route } from '../route.js';
import * as contracts from '../routes/quote.js';

export const createQuote = route(contracts.createQuote, {
  rules(body, deps) {
    if (body['type'] === 'speech') return checkSpeechRules(body, deps);
    return body['type'] === 'video'
      ? checkVideoRules(body, deps, body['motion_video_seconds'] !== undefined)
      : checkImageRules(body, deps);
  },
  async handle({ body, caller, deps }) {
    const priced = await quote(body, caller, deps).catch((error: unknown) => {
      throw toQuoteRefusal(error);
    });
    const { accountId, keyId, monthlyCreditCap: monthlyCap } = caller;
    const key = { accountId, keyId, monthlyCap };
    const available = await readSpendable(deps.db.manager, key, new Date());
    return presentQuote(priced, deps.env.apiCreditMultiplier, available);
  },
});

function quote(body: QuoteRequestBody, caller: Caller, deps: Deps): Promise<PricedRequest> {
  if (body.type === 'speech') return quoteSpeech(body, caller, deps);
  return body.type === 'image' ? quoteImage(body, caller, deps) : quoteVideo(body, caller, deps);
}

async function quoteSpeech(
  { type: _type, ...body }: QuoteSpeechBody,
  caller: Caller,
  deps: Deps,
): Promise<PricedRequest> {
  const checked = await checkSpeech(body, caller, deps);
  await checkCallback(deps, body, SPEECH_EVENTS);
  return priceSpeech(checked, deps);
}

async function quoteImage(
  body: QuoteImageBody,
  caller: Caller,
  deps: Deps,
): Promise<PricedRequest> {
  const checked = await checkImage(body, caller, deps);
  await checkCallback(deps, body, GENERATION_EVENTS);
  const files = await inspectMedia(deps, caller, checked.fields);
  return priceImage(checked, deps, findRoleShape(files, 'scene'));
}

async function quoteVideo(
  body: QuoteVideoBody,
  caller: Caller,
  deps: Deps,
): Promise<PricedRequest> {
  const { motion_video_seconds: givenSeconds, ...create } = body;
  const path = 'body.motion_video_seconds';
  const checked = await checkVideo(create, caller, deps);
  await checkCallback(deps, body, GENERATION_EVENTS);
  const files = await inspectMedia(deps, caller, checked.fields);
  const computeQuote = (seconds: number | null) =>
    priceVideo(checked, seconds, deps, findRoleShape(files, 'start_frame'));
  if (!checked.model.requiresMotionVideo) {
    if (givenSeconds === undefined) return computeQuote(null);
    throw refuseInvalid([{ path, message: 'is only for kling-3.0-motion-control; leave it out' }]);
  }
  const clip = files.find(({ field }) => field.role === 'motion')?.file;
  const seconds = clip?.durationSeconds ?? givenSeconds;
  if (seconds !== undefined) return computeQuote(seconds);
  throw refuseInvalid([
    {
      path,
      message:
        'is required, because the length of the motion clip is not known yet; send its seconds',
    },
  ]);
}

/**
 * Converts a refusal of the create endpoint into a refusal of the quote. UNAVAILABLE is unchanged.
 */
function toQuoteRefusal(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.status >= 500) return error;
  if (error.code === 'VALIDATION_ERROR') return error;
  const { code, message, details, cause } = error;
  return new Refusal('VALIDATION_ERROR', { message, details: { code, ...details }, cause });
}
