import { conformance } from '../conformance/conformance.js';
import { imageJob, startComfyUi, videoJob } from './jobs.js';

const NO_ACCOUNTS = 'ComfyUI has no keys, accounts or limits (docs.comfy.org, server routes)';
const NO_POLICY = 'ComfyUI has no content policy: the operator chooses the models';

conformance({
  name: 'comfyui',
  start: (deadlineMs) => startComfyUi(undefined, deadlineMs),
  jobs: [imageJob(), videoJob()],
  without: {
    policy_block: NO_POLICY,
    job_blocked: NO_POLICY,
    rate_limited: NO_ACCOUNTS,
    no_funds: NO_ACCOUNTS,
    bad_key: NO_ACCOUNTS,
  },
  cancel: 'stopped',
});
