import { Type } from 'typebox';

/** The latest time that a JavaScript `Date` can hold. */
const MOMENT_MAX = 8_640_000_000_000_000;

/** Builds the schema of a time in a query. */
export const Moment = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: MOMENT_MAX,
    description: `${description}, in Unix milliseconds`,
  });
