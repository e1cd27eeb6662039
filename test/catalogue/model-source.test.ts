import { expect } from 'chai';
import {
  LOCAL_SOURCES,
  findSources,
  type CatalogueSource,
  type ModelSource,
} from '../../domain/catalogue/model-source.js';
import {
  findVideoModel,
  narrowToOffered,
  VIDEO_MODELS,
} from '../../domain/catalogue/video-models.js';

const ROUTES: readonly CatalogueSource[] = [
  { provider: 'one', upstreamModel: 'a', resolutions: ['720p'] },
  { provider: 'two', upstreamModel: 'b', durations: ['4'] },
  { provider: 'three', upstreamModel: 'c' },
];
const ORDER = ['three', 'two'];
const names = (routes: readonly ModelSource[]) => routes.map(({ provider }) => provider);
const only =
  (...providers: string[]) =>
  ({ provider }: ModelSource) =>
    providers.includes(provider);
const NEEDS = { resolution: '720p', duration: '4' };

describe('the provider routes of a model', () => {
  it('have the order that the operator set, followed by the other routes', () => {
    const routes = findSources(ROUTES, NEEDS, ORDER, () => true);
    expect(names(routes)).to.deep.equal(['three', 'two', 'one']);
  });

  it('exclude routes that do not offer the resolution or the length', () => {
    const all = () => true;
    const large = findSources(ROUTES, { resolution: '1080p', duration: '4' }, ORDER, all);
    expect(names(large)).to.deep.equal(['three', 'two']);
    const long = findSources(ROUTES, { resolution: '720p', duration: '8' }, ORDER, all);
    expect(names(long)).to.deep.equal(['three', 'one']);
  });

  it('use the built-in renderer when no real provider is configured', () => {
    expect(findSources(ROUTES, NEEDS, ORDER, () => false)).to.deep.equal(LOCAL_SOURCES);
  });

  it('are empty if the renderer is disabled and real providers do not offer the combination', () => {
    const needs = { resolution: '1080p', duration: '8' };
    expect(findSources(ROUTES, needs, ORDER, only('one', 'two'))).to.deep.equal([]);
  });

  it('contain only the provider and the name of its upstream model', () => {
    const [first] = findSources(ROUTES, NEEDS, ['one'], only('one'));
    expect(first).to.deep.equal({ provider: 'one', upstreamModel: 'a' });
  });
});

describe('the options of a model with the configured providers', () => {
  const kling = findVideoModel('kling-3.0') ?? expect.fail();

  it('include every option when no real provider is configured', () => {
    expect(narrowToOffered(kling, () => false)).to.equal(kling);
  });

  it('include the options of every route', () => {
    expect(narrowToOffered(kling, only('fal')).resolutions).to.deep.equal(['720p', '1080p']);
    expect(narrowToOffered(kling, only('openrouter')).resolutions).to.deep.equal(['720p']);
    expect(narrowToOffered(kling, only('fal', 'kie')).resolutions).to.deep.equal(kling.resolutions);
  });

  it('include the defaults', () => {
    const h3 = findVideoModel('minimax-h3') ?? expect.fail();
    for (const provider of ['fal', 'kie', 'openrouter']) {
      const { defaults, resolutions } = narrowToOffered(h3, only(provider));
      expect(resolutions).to.include(defaults.resolution);
    }
  });

  it('include the default options for every model and route', () => {
    for (const model of VIDEO_MODELS) {
      for (const { provider } of model.sources) {
        const { defaults, durations, resolutions } = narrowToOffered(model, only(provider));
        const what = `${model.id} at ${provider}`;
        expect(resolutions, what).to.include(defaults.resolution);
        if (defaults.duration !== null) expect(durations, what).to.include(defaults.duration);
      }
    }
  });
});
