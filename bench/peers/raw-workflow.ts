import {
  proxyActivities,
  proxyLocalActivities,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

interface NoOps {
  step(): Promise<void>;
}
const regular = proxyActivities<NoOps>({ startToCloseTimeout: '1m', taskQueue: 'bench-media' });
const local = proxyLocalActivities<NoOps>({ startToCloseTimeout: '1m' });
const STAGE = defineSearchAttributeKey('Stage', SearchAttributeType.KEYWORD);
const OUTCOME = defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD);

/** The peer of bench/pipeline: the events of one image, and no work at all. */
export async function rawImage(): Promise<string> {
  await regular.step();
  await local.step();
  upsertSearchAttributes([
    { key: OUTCOME, value: 'completed' },
    { key: STAGE, value: 'storage' },
  ]);
  return 'completed';
}
