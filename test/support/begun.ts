import type { BegunStep } from '../../domain/generations/generation-steps.js';

/** The first step that a worker records for most generations. */
export const BEGUN: BegunStep = { stage: 'image_generation', attempt: 1, provider: 'local' };
