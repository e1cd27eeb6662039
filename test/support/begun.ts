import type { BegunStep } from '../../domain/generations/generation-steps.js';

/** Step with which a worker claims most generations. */
export const BEGUN: BegunStep = { stage: 'image_generation', attempt: 1, provider: 'local' };
