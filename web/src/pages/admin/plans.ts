import type { PlanName } from '../../api/contract';

/** All plans, the smallest first. */
export const PLANS: readonly PlanName[] = ['free', 'creator', 'influencer', 'agency'];
