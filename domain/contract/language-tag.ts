import { Type } from 'typebox';
import { LANGUAGE } from './patterns.js';

/** Builds the schema of a BCP 47 language tag. */
export const LanguageTag = (description: string) =>
  Type.String({ maxLength: 35, pattern: LANGUAGE, examples: ['en-GB'], description });
