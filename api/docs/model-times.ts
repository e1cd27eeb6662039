import { describeSeconds } from '../../domain/catalogue/typical-time.js';
import type { TypicalTimes } from '../../domain/operator/typical-times.js';

/*
 * The pages are rendered once per process, but the times of models change. So the pages contain
 * places, and each response gets the current times.
 */

const PLACE = /\{typical-time ([\w.-]+)\}/g;

/** Writes the place of a model's time into a text. */
export const placeTime = (model: string): string => `{typical-time ${model}}`;

export const hasTimes = (text: string): boolean => text.search(PLACE) !== -1;

/** Removes the places, for texts that must not change between processes. */
export const removeTimes = (text: string): string => text.replaceAll(PLACE, '');

export const insertTimes = (text: string, times: TypicalTimes): string =>
  text.replaceAll(PLACE, (_, model: string) => describeSeconds(times.get(model)));
