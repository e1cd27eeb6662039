import { expect } from 'chai';
import { say } from '../../api/mcp/say.js';

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

describe('the readable line of a tool result', () => {
  const lines: [string, Record<string, unknown>, string][] = [
    [
      'of a generation that goes on leads to its end',
      GENERATION,
      'The image gen_1 is queued; 2 credits. Call get_generation with this id and wait_seconds 50.',
    ],
    [
      'of a finished one names the place of its file',
      { ...GENERATION, status: 'completed' },
      'The image gen_1 is completed; 2 credits. The file is at result.url.',
    ],
    [
      'of a failed one tells its code and its refund, not its words',
      {
        ...GENERATION,
        status: 'failed',
        refunded_credits: 2,
        error: { code: 'TIMEOUT', message: 'marker' },
      },
      'The image gen_1 is failed; 2 credits, 2 of them refunded. TIMEOUT: call list_generation_steps to see what was tried.',
    ],
    [
      'of an upload is a command that a shell takes as it is',
      {
        ...UPLOAD,
        upload_url: "https://store.example/a'b?x=1&y=$(z)",
        upload_headers: { 'Content-Type': 'image/png' },
      },
      String.raw`Send the bytes of the file, then call finish_upload with upload_id upl_1:
curl -X PUT -H 'Content-Type: image/png' --data-binary @FILE 'https://store.example/a'\''b?x=1&y=$(z)'`,
    ],
    [
      'of an upload that is there names its id',
      { ...UPLOAD, status: 'ready' },
      'The image upl_1 is ready: pass this id in media fields.',
    ],
    ['of a list counts', { object: 'list', data: [{ name: 'marker' }] }, '1 entry.'],
    [
      'of a page leads to the next one',
      { object: 'list', data: [{}, {}], next_cursor: 'abc' },
      '2 entries; call again with cursor abc for more.',
    ],
    [
      'of a catalogue says little',
      { object: 'list', image: {} },
      'The list is in the structured content.',
    ],
    [
      'of a trial says that nothing was published',
      { object: 'social_post_preview', credits: 3, caption: 'marker' },
      'Nothing was published. The post would cost 3 credits.',
    ],
    [
      'of what was saved has no name that somebody gave',
      { object: 'character', id: 'abc', name: 'marker' },
      'The character abc is saved.',
    ],
    [
      'of a box leads a person to its page',
      { object: 'upload_box', id: 'box_1', url: 'https://a.example/box/box_1', purpose: 'marker' },
      'Ask the person to add the files at https://a.example/box/box_1, then call list_uploads with box_id box_1.',
    ],
    ['of anything else is short', { object: 'marker' }, 'Done.'],
  ];
  for (const [what, body, line] of lines) {
    it(what, () => {
      expect(say(body)).to.equal(line);
      expect(line).not.to.include('marker');
    });
  }
});
