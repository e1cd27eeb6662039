import type { PublishState, SocialPlatform } from '../../domain/ports/social-platform.js';

/**
 * Wraps a demo platform. Its stand-in returns URLs of the real platform, where no post exists, so
 * links lead to the demo's page instead.
 * @param demoUrl URL of the demo's page
 */
export function linkToDemo(platform: SocialPlatform, demoUrl: string): SocialPlatform {
  const buildDemoLink = (id: string | null): string =>
    `${demoUrl}/demo/${platform.name}${id === null ? '' : `#${encodeURIComponent(id)}`}`;
  const link = (state: PublishState): PublishState =>
    state.state === 'published' && state.url !== null
      ? { ...state, url: buildDemoLink(state.remotePostId) }
      : state;
  return {
    ...platform,
    commit: async (job) => link(await platform.commit(job)),
    reconcile: async (job) => link(await platform.reconcile(job)),
    ...(platform.findUrl && {
      findUrl: async (job, id) => ((await platform.findUrl?.(job, id)) ? buildDemoLink(id) : null),
    }),
  };
}
