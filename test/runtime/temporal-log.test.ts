import { expect } from 'chai';
import { createTemporalLogger } from '../../workers/temporal-log.js';
import { KeptLog } from '../support/log-lines.js';

const TOKEN = Buffer.from('marker: namespace, workflow, run and activity ids, and more').toString(
  'base64',
);
const SHORT = TOKEN.slice(0, 24);
const BYTES = '[10, 36, 109, 97, 114, 107]';

describe('Temporal SDK log lines', () => {
  it('are JSON with their level and metadata, but without the task token', () => {
    const kept = new KeptLog();
    const logger = createTemporalLogger(kept.log);
    const facts = { sdkComponent: 'core', taskQueue: 'media', taskToken: TOKEN, task_token: TOKEN };
    logger.log('WARN', 'Activity not found on completion', { ...facts, info: { ...facts } });
    const [line] = kept.lines;
    expect(line).to.include({ level: 40, sdkComponent: 'core', taskQueue: 'media' });
    expect(kept.linesWith([SHORT])).to.deep.equal([]);
    expect(line).not.to.have.any.keys('taskToken', 'task_token');
  });

  for (const [how, text] of [
    ['whole', `no task for TaskToken(${TOKEN})`],
    ['short', `no task for TaskToken(${SHORT})`],
    ['cut off', `${'x'.repeat(270)} TaskToken(${TOKEN})`],
    ['as a field', `no task: task_token=${SHORT}, details`],
    ['as a field of JSON', `no task: {taskToken: ${SHORT}}`],
    ['as bytes', `Completion { task_token: ${BYTES}, result: None }`],
  ] as const) {
    it(`do not contain the token in their text: ${how}`, () => {
      const kept = new KeptLog();
      createTemporalLogger(kept.log).warn(text, { details: text, error: new Error(text) });
      expect(kept.linesWith([TOKEN.slice(0, 12), BYTES.slice(0, 12)])).to.deep.equal([]);
    });
  }
});
