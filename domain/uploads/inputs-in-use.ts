/** Which of the given keys are inputs of a generation that has not finished, in any account. */
export const INPUTS_IN_USE = `
  SELECT k.key FROM unnest($1::text[]) AS k (key) WHERE EXISTS (
    SELECT 1 FROM generation g WHERE g.status IN ('queued', 'processing')
      AND g.inputs @> jsonb_build_array(jsonb_build_object('key', k.key)))`;
