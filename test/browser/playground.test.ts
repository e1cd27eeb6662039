import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { ModelsBody } from '../../domain/contract/model.js';
import type { Customer } from '../api/suite.js';
import { clipOf } from '../support/clip.js';
import { dataUrl, squareUrl } from '../support/data-url.js';
import { fixture } from '../media/inspection/samples.js';
import { useDashboard } from './dashboard.js';
import { holds, untilCount, untilValue } from './waits.js';
import { photo } from './subjects.js';

/** Timeout for a clip, which takes long on a machine that runs all suites concurrently. */
const FILMED = { timeout: 100_000 };

describe('the playground in a browser', () => {
  const dashboard = useDashboard();
  let customer: Customer;
  let page: Page;

  beforeEach(async () => {
    customer = await dashboard.customer({ credits: 1_000 });
    page = await dashboard.visitAs(customer);
    await dashboard.show(page, '/playground');
  });

  const balance = async () => {
    const answer = await customer.client.get<{ credits: { total: number } }>('/v1/account');
    return answer.body.credits.total;
  };
  const prompt = () => page.getByRole('textbox', { name: 'Prompt' });
  /** Chooses a clip that is rendered quickly. */
  const chooseSmallVideo = async () => {
    await page.getByText('Video', { exact: true }).click();
    await page.getByText('480p', { exact: true }).click();
    await page.getByText('4 s', { exact: true }).click();
  };
  const showCode = () => page.getByRole('tab', { name: 'API request' }).click();
  const generate = () => page.getByRole('button', { name: 'Generate' });

  it('generates an image for the quoted price, and links to its page', async () => {
    await prompt().fill('a red fox in snow');
    await page.getByText('2 credits', { exact: true }).waitFor();
    await generate().click();
    await page.getByRole('img', { name: 'a red fox in snow' }).waitFor();
    await dashboard.settle(page);
    expect(await balance()).to.equal(998);
    await page.getByRole('link', { name: 'Details' }).click();
    await page.getByRole('heading', { name: 'Image', level: 1 }).waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    await dashboard.settle(page);
  });

  it('shows the refund of a failed generation', async () => {
    await prompt().fill('a fox that fails');
    await page.getByRole('tab', { name: 'Simulate failures' }).click();
    await page.getByRole('checkbox', { name: 'Provider blocks the content (refunded)' }).check();
    await generate().click();
    await page.getByText('2 credits refunded.').waitFor();
    await dashboard.settle(page);
    expect(await balance()).to.equal(1_000);
    await dashboard.show(page, '');
    await page.getByRole('link', { name: /^a fox that fails simulate/ }).waitFor();
  });

  it('explains what to do when there are not enough credits', async () => {
    const poor = await dashboard.visitAs(await dashboard.customer({ credits: 1 }));
    await dashboard.show(poor, '/playground');
    await poor.getByRole('textbox', { name: 'Prompt' }).fill('a fox');
    await poor.getByRole('alert').getByText('You need 1 more credit').waitFor();
    await poor.getByRole('button', { name: 'Generate', disabled: true }).waitFor();
    await dashboard.settle(poor);
    await poor.getByRole('link', { name: 'View usage' }).click();
    await poor.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  });

  it('refunds a failed video, shows its steps, and repeats the request without the failure', async () => {
    await chooseSmallVideo();
    await prompt().fill('a fox runs');
    await page.getByRole('tab', { name: 'Simulate failures' }).click();
    await page.getByRole('checkbox', { name: 'Provider blocks the content (refunded)' }).check();
    await generate().click();
    await page.getByText(/^\d+ credits refunded\.$/).waitFor();
    expect(await balance()).to.equal(1_000);
    await page.getByRole('link', { name: 'Details' }).click();
    await page.getByRole('heading', { name: 'Video', level: 1 }).waitFor();
    await page.getByText('Failed', { exact: true }).waitFor();
    await dashboard.settle(page);
    await page.getByRole('link', { name: 'Open in playground' }).click();
    await page.getByRole('tab', { name: 'Simulate failures (1)' }).click();
    await page.getByRole('checkbox', { name: 'Provider blocks the content (refunded)' }).uncheck();
    await untilValue(prompt(), 'a fox runs');
    await page.getByText(/refunded if it fails$/).waitFor();
    await showCode();
    const code = page.getByRole('region', { name: 'request as curl' });
    await code.filter({ hasText: /"prompt": "a fox runs"/ }).waitFor();
    await code.filter({ hasText: /"duration": "4"/ }).waitFor();
    await dashboard.settle(page);
  });

  it('asks for the files of an earlier request again, and never omits them silently', async () => {
    const body = { prompt: 'make it night', scene_image: squareUrl(64), edit: true };
    const sent = await customer.client.image(body);
    expect(sent.status, sent.text).to.equal(202);
    await dashboard.finished(customer, sent.body.id);
    await dashboard.show(page, `/library/${sent.body.id}`);
    await page.getByRole('link', { name: 'Open in playground' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Files are missing' });
    await notice.getByText('used an image to edit').waitFor();
    expect(await generate().isDisabled()).to.equal(true);
    await dashboard.settle(page);
    const file = { name: 'scene.jpg', mimeType: 'image/jpeg', buffer: await photo() };
    await page.getByLabel('Scene', { exact: true }).setInputFiles(file);
    await notice.waitFor({ state: 'hidden' });
    await page.getByText(/refunded if it fails$/).waitFor();
    await showCode();
    const code = page.getByRole('region', { name: 'request as curl' });
    expect(await code.textContent()).to.include('"edit": true');
    await page.getByRole('button', { name: 'Remove scene.jpg' }).click();
    await notice.waitFor();
    expect(await generate().isDisabled()).to.equal(true);
    await notice.getByRole('button', { name: 'Continue without files' }).click();
    await page.getByText(/refunded if it fails$/).waitFor();
    expect(await code.textContent()).not.to.include('"edit"');
    await dashboard.settle(page);
  });

  it('asks for the face and the narration of an earlier clip again, and never runs without them', async () => {
    const narration = dataUrl(fixture('tone.wav'), 'audio/wav');
    // A clip that fails immediately makes the test fast.
    const words = { model: 'wan-2.6', prompt: 'a fox speaks simulate:content_blocked' };
    const files = { character_image: squareUrl(64), narration_audio: narration };
    const sent = await customer.client.video({ ...words, ...files });
    expect(sent.status, sent.text).to.equal(202);
    await dashboard.finished(customer, sent.body.id);
    await dashboard.show(page, `/library/${sent.body.id}`);
    await page.getByText('The original request used a face image and narration audio.').waitFor();
    await untilCount(page.getByRole('button', { name: 'Run again' }), 0);
    await page.getByRole('link', { name: 'Open in playground' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Files are missing' });
    await notice.getByText('used a face image and narration audio').waitFor();
    expect(await generate().isDisabled()).to.equal(true);
    const face = { name: 'face.jpg', mimeType: 'image/jpeg', buffer: await photo() };
    await page.getByLabel('Face', { exact: true }).setInputFiles(face);
    await notice.getByText('used narration audio').waitFor();
    const voice = { name: 'voice.wav', mimeType: 'audio/wav', buffer: fixture('tone.wav') };
    await page.getByLabel('Narration', { exact: true }).setInputFiles(voice);
    await notice.waitFor({ state: 'hidden' });
    await page.getByText(/refunded if it fails$/).waitFor();
    await dashboard.settle(page);
  });

  const optionOf = (model: string) =>
    page.getByRole('option').filter({ has: page.getByText(model, { exact: true }) });

  it('shows the options of every model, with a price for each option', async () => {
    const { body: models } = await customer.client.get<ModelsBody>('/v1/models');
    await prompt().fill('a fox runs');
    await page.getByText('Video', { exact: true }).click();
    expect(models.video).not.to.have.length(0);
    for (const { name, durations, requires_motion_video: needsClip } of models.video) {
      await page.getByRole('combobox', { name: 'Model' }).click();
      await optionOf(name)
        .getByText(/^from \d+ credits · .*p/)
        .click();
      await page
        .getByText(needsClip ? 'Add a motion clip to see the price' : /refunded if it fails$/)
        .waitFor();
      const hasDuration = durations.length > 0;
      await untilCount(page.getByText('Duration', { exact: true }), hasDuration ? 1 : 0);
      await untilCount(page.getByText('Match orientation of'), needsClip ? 1 : 0);
    }
    await dashboard.settle(page);
  });

  it('accepts dropped files, and sends large files directly to the store', async () => {
    const clip = Buffer.concat([await clipOf(2), freeBox(21_000_000)]);
    const { body: models } = await customer.client.get<ModelsBody>('/v1/models');
    const name = models.video.find((model) => model.requires_motion_video)?.name ?? '';
    await page.getByText('Video', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Model' }).click();
    await optionOf(name).click();
    await prompt().fill('a fox dances');
    await page.getByRole('button', { name: 'Characters, products and media' }).click();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(new URL(request.url()).origin);
    });
    const file = { name: 'dance.mp4', mimeType: 'video/mp4', buffer: clip };
    await page.getByLabel('Motion clip', { exact: true }).setInputFiles(file);
    await page.getByText('dance.mp4').waitFor();
    expect(sent).to.deep.equal([new URL(dashboard.api.deps.env.s3.endpoint).origin]);
    await page.getByText(/refunded if it fails$/).waitFor();
    await drop(page, 'First frame', 'first.jpg', await photo());
    await page.getByRole('img', { name: 'first.jpg' }).waitFor();
    await page.getByText(/refunded if it fails$/).waitFor();
    await dashboard.settle(page);
    await page.getByRole('button', { name: 'Remove first.jpg' }).click();
    await page.getByRole('img', { name: 'first.jpg' }).waitFor({ state: 'detached' });
  });

  it('accepts a scene picture', async () => {
    await page.getByRole('button', { name: 'Characters, products and media' }).click();
    const file = { name: 'scene.jpg', mimeType: 'image/jpeg', buffer: await photo() };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByRole('img', { name: 'scene.jpg' }).waitFor();
    await dashboard.settle(page);
  });

  it('generates a video that plays on its own page', async () => {
    await chooseSmallVideo();
    await prompt().fill('a red fox runs');
    await generate().click();
    const clip = page.locator('video[aria-label="a red fox runs"]');
    await clip.waitFor(FILMED);
    await dashboard.settle(page);
    await page.getByRole('link', { name: 'Details' }).click();
    await page.getByRole('heading', { name: 'Video', level: 1 }).waitFor();
    await holds(page, "document.querySelector('video')?.readyState > 0");
    await dashboard.settle(page);
  });
});

/** Builds an MP4 box that players ignore. */
function freeBox(bytes: number): Buffer {
  const box = Buffer.alloc(bytes);
  box.writeUInt32BE(bytes, 0);
  box.write('free', 4);
  return box;
}

/** Drops a file on the field with the given name, as from a folder. */
async function drop(page: Page, field: string, name: string, bytes: Buffer): Promise<void> {
  const held = await page.evaluateHandle(
    `(() => {
      const held = new DataTransfer();
      const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (sign) => sign.charCodeAt(0));
      held.items.add(new File([bytes], '${name}', { type: 'image/jpeg' }));
      return held;
    })()`,
  );
  const place = page.getByLabel(field, { exact: true }).locator('..');
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await place.dispatchEvent(type, { dataTransfer: held });
  }
}
