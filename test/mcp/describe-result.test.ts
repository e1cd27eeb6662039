import { expect } from 'chai';
import { describeResult } from '../../api/mcp/describe-result.js';

const UPLOAD = { object: 'upload', id: 'upl_1', kind: 'image', status: 'pending' };
const GENERATION = {
  object: 'generation',
  id: 'gen_1',
  type: 'image',
  status: 'queued',
  credits: 2,
  refunded_credits: 0,
  error: null,
  request: { prompt: 'marker' },
};

describe('the text line of a tool result', () => {
  const lines: [string, Record<string, unknown>, string][] = [
    [
      'explains how to wait for a pending generation',
      GENERATION,
      'The image gen_1 is queued; 2 credits. Call get_generation with this id and wait_seconds 50.',
    ],
    [
      "names the field that contains a completed generation's file",
      { ...GENERATION, status: 'completed' },
      'The image gen_1 is completed; 2 credits. The file is at result.url.',
    ],
    [
      'names the code and refund of a failed generation, but not its message',
      {
        ...GENERATION,
        status: 'failed',
        refunded_credits: 2,
        error: { code: 'TIMEOUT', message: 'marker' },
      },
      'The image gen_1 is failed; 2 credits, 2 of them refunded. TIMEOUT: call list_generation_steps to see what was tried.',
    ],
    [
      'is a valid shell command for an upload',
      {
        ...UPLOAD,
        upload_url: "https://store.example/a'b?x=1&y=$(z)",
        upload_headers: { 'Content-Type': 'image/png' },
      },
      String.raw`Send the bytes of the file, then call finish_upload with upload_id upl_1:
curl -X PUT -H 'Content-Type: image/png' --data-binary @FILE 'https://store.example/a'\''b?x=1&y=$(z)'`,
    ],
    [
      'names the id of a ready upload',
      { ...UPLOAD, status: 'ready' },
      'The image upl_1 is ready: pass this id in media fields.',
    ],
    [
      'gives the number of entries in a list',
      { object: 'list', data: [{ name: 'marker' }] },
      '1 entry.',
    ],
    [
      'names the cursor of the next page',
      { object: 'list', data: [{}, {}], next_cursor: 'abc' },
      '2 entries; call again with cursor abc for more.',
    ],
    [
      'is short for a catalogue',
      { object: 'list', image: {} },
      'The list is in the structured content.',
    ],
    [
      'reports for a dry run that nothing was published',
      { object: 'social_post_preview', credits: 3, caption: 'marker' },
      'Nothing was published. The post would cost 3 credits.',
    ],
    [
      "omits a saved character's name",
      { object: 'character', id: 'abc', name: 'marker' },
      'The character abc is saved.',
    ],
    [
      "refers a person to an upload box's page",
      { object: 'upload_box', id: 'box_1', url: 'https://a.example/box/box_1', purpose: 'marker' },
      'Ask the person to add the files at https://a.example/box/box_1, then call list_uploads with box_id box_1.',
    ],
    ['is short for anything else', { object: 'marker' }, 'Done.'],
  ];
  for (const [what, body, line] of lines) {
    it(what, () => {
      expect(describeResult(body)).to.equal(line);
      expect(line).not.to.include('marker');
    });
  }
});
