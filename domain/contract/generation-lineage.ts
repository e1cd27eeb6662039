import { Type } from 'typebox';
import { ObjectName } from './common.js';
import { GenerationSchema } from './generation.js';

/** The generations that a generation was made from, and those that used its result. */
export const GenerationLineageSchema = Type.Object(
  {
    object: ObjectName('generation_lineage'),
    made_from: Type.Array(GenerationSchema, {
      description: "Your generations whose results were this generation's inputs",
    }),
    used_in: Type.Array(GenerationSchema, {
      description: 'Your latest generations that used the result as an input, at most 12',
    }),
  },
  {
    $id: 'GenerationLineage',
    description: 'The generations that a generation was made from, and those that used its result',
  },
);
