import {
  ProviderFailure,
  SubmitUncertain,
  type InstantProvider,
} from '../../domain/ports/provider.js';
import type { ProviderJob } from '../../domain/ports/provider-job.js';
import { blackPng } from '../media/inspection/made.js';

/** Behaviour of the next order. With `held`, the response arrives when the test releases it. */
export type InstantPlan = 'done' | 'refused' | 'uncertain' | 'held';

/** Vendor that answers an order with the result, which runs in this process. */
export interface InstantFake extends InstantProvider {
  /** Orders that the vendor received and charged for. */
  readonly taken: readonly ProviderJob[];
  plan(...plans: InstantPlan[]): void;
  release(): void;
}

export function instantFake(name: string): InstantFake {
  const taken: ProviderJob[] = [];
  const plans: InstantPlan[] = [];
  const gate = Promise.withResolvers<void>();
  return {
    name,
    mode: 'instant',
    taken,
    plan: (...next) => plans.push(...next),
    release: () => gate.resolve(),
    async submit(job, context) {
      await context.startOrder();
      const plan = plans.shift() ?? 'done';
      if (plan === 'refused') throw new ProviderFailure('unavailable', 'Down for the day.', 503);
      taken.push(job);
      if (plan === 'held') await gate.promise;
      if (plan === 'uncertain') throw new SubmitUncertain('The answer to the order was lost.');
      return { bytes: blackPng(64), contentType: 'image/png' };
    },
  };
}
