import { expect } from 'chai';
import {
  buildCarouselParams,
  buildChildParams,
  buildSingleParams,
} from '../../../adapters/social/threads/params.js';
import { CLIP, jobOf, PICTURE } from '../meta/job.js';

describe('Threads parameters', () => {
  it('distinguish a picture from a clip, and include the text', () => {
    expect(buildSingleParams(jobOf({ text: 'Hi' }), PICTURE)).to.deep.equal({
      media_type: 'IMAGE',
      image_url: PICTURE.url,
      text: 'Hi',
    });
    expect(buildSingleParams(jobOf({}), CLIP)).to.deep.equal({
      media_type: 'VIDEO',
      video_url: CLIP.url,
    });
  });

  it('put the text on the whole carousel, whose children are one list', () => {
    const job = jobOf({ text: 'Hi' });
    expect(buildChildParams(job, PICTURE)).to.deep.equal({
      media_type: 'IMAGE',
      image_url: PICTURE.url,
      is_carousel_item: true,
    });
    expect(buildCarouselParams(job, ['1', '2'])).to.deep.equal({
      media_type: 'CAROUSEL',
      children: '1,2',
      text: 'Hi',
    });
  });

  it('never ask the platform to publish automatically', () => {
    expect(buildSingleParams(jobOf({ text: 'Hi' }), PICTURE)).not.to.have.property(
      'auto_publish_text',
    );
  });
});
