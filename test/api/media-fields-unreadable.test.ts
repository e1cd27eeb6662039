import { expect } from 'chai';
import { MediaRefused } from '../../domain/ports/media-refused.js';
import { blackPng } from '../media/inspection/made.js';
import { dataUrl } from '../support/data-url.js';
import { uploadSuite } from './uploads-rig.js';

describe('a picture that passes the check but cannot be decoded for upstreams', () => {
  let tries = 0;
  const suite = uploadSuite({
    change: (deps) => {
      const photo = async (): Promise<Buffer> => {
        tries += 1;
        throw new MediaRefused('undecodable');
      };
      return { ...deps, fileCheck: { ...deps.fileCheck, photo } };
    },
  });

  it('fails the generation quickly, without retries, and refunds it', async () => {
    const customer = await suite.customer();
    const made = await customer.client.image({ scene_image: dataUrl(blackPng(32)) });
    expect(made.status, made.text).to.equal(202);
    const { status, refunded_credits, credits } = await suite.finished(customer, made.body.id);
    expect({ status, refunded_credits }).to.deep.equal({
      status: 'failed',
      refunded_credits: credits,
    });
    expect(tries).to.be.within(2, 6);
    expect((await suite.footprint(customer.accountId))['balance']).to.equal(1_000);
  });
});
