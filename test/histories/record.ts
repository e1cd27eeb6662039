import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { startSharedServers, stopSharedServers } from '../support/hooks.js';
import { startApi } from '../support/platform.js';
import { recordHistory } from '../support/recorder.js';
import { recordContinuedPost } from './record-continued-post.js';
import { IMAGE_RECORDERS } from './record-image.js';
import { POST_RECORDERS } from './record-post.js';
import { SPEECH_RECORDERS } from './record-speech.js';
import { SUBJECT_RECORDERS } from './record-subject.js';
import { UPLOAD_RECORDERS } from './record-upload.js';
import { UPKEEP_RECORDERS } from './record-upkeep.js';
import { RECORDERS, TEXT_MODELS } from './record-video.js';
import { WEBHOOK_RECORDERS } from './record-webhook.js';
import { fileOf, PINS, SHAPES } from './shapes.js';

// Records the histories that replay.test.ts replays. Run `tsx test/histories/record.ts` with the
// names of the shapes to record, or without names to record every shape without a file. `--v2`
// before the names records the current flow as a second version. When a replay fails, do not record
// again, because such runs are open in production. Change the workflow with `patched()`, and record
// the new flow as `<name>.v2.json`. The script never overwrites a file, and `recorded.sha256`
// contains the hash of every file.
const recorders = {
  ...IMAGE_RECORDERS,
  ...RECORDERS,
  ...POST_RECORDERS,
  'post-continued': recordContinuedPost,
  ...SPEECH_RECORDERS,
  ...SUBJECT_RECORDERS,
  ...UPLOAD_RECORDERS,
  ...UPKEEP_RECORDERS,
  ...WEBHOOK_RECORDERS,
};

const words = process.argv.slice(2);
const version = Number(/^--v(\d+)$/.exec(words[0] ?? '')?.[1] ?? 1);
const names = words.filter((word) => !word.startsWith('--'));
if (version > 1 && names.length === 0) throw new Error('name the shapes whose flow has changed');
await startSharedServers();
const api = await startApi({}, (deps) => ({ ...deps, textModels: TEXT_MODELS }));
for (const shape of SHAPES.filter((one) => names.length === 0 || names.includes(one))) {
  const file = fileOf(shape, version);
  if (existsSync(file)) {
    console.log(`${shape}: is kept as it was recorded`);
    continue;
  }
  const record = recorders[shape];
  if (!record) throw new Error(`nobody says how to record ${shape}`);
  const { id, history } = await record(api);
  const json = history ?? (await recordHistory(api.deps.temporal.client, id));
  await writeFile(file, json);
  const hash = createHash('sha256').update(json).digest('hex');
  await appendFile(PINS, `${hash}  ${shape}.v${version}.json\n`);
  console.log(`${shape}: ${json.length} bytes`);
}
await api.stop();
await stopSharedServers();
