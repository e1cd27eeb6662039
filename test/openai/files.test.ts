import { expect } from 'chai';
import { attachFiles, ATTACHED } from '../../api/openai/files.js';
import { parseFields } from '../../domain/uploads/parse-fields.js';

const FIELD = { path: 'body.scene_image', text: ATTACHED, role: 'scene', tag: null } as const;
const BASE = 'http://localhost/media';
const parse = (type: string, bytes: Buffer) => {
  const attached = attachFiles([[FIELD.path, { field: 'image', type, bytes, hash: '' }]]);
  return parseFields([FIELD], BASE, attached).map(({ reference }) => reference);
};

describe('a file of a form', () => {
  it('reaches its media field without a copy of its bytes', () => {
    const bytes = Buffer.from('a picture');
    const [reference] = parse('image/png', bytes);
    expect(reference).to.deep.include({
      kind: 'data',
      declared: { type: 'image/png', kind: 'image' },
    });
    expect(reference).to.have.property('bytes', bytes);
  });

  it('may declare a type without a kind, because its bytes decide', () => {
    const [reference] = parse('application/pdf', Buffer.from('a picture'));
    expect(reference).to.have.nested.property('declared.kind', null);
  });

  it('is not used for a text field whose value imitates the marker of an attached file', () => {
    expect(() => parseFields([FIELD], BASE)).to.throw('is not an upload id');
  });
});
