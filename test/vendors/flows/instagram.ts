import { expect } from 'chai';
import sdk from 'facebook-nodejs-business-sdk';
import { DEMO_APP } from '@media-platform/stand-ins/social/oauth.js';
import { failureOf } from '../../support/failure.js';
import type { VendorFlow } from '../flow.js';
import { REDIRECT_URI, withSocialWorld, type SocialWorld } from '../social-world.js';

type Call = Parameters<InstanceType<typeof sdk.FacebookAdsApi>['call']>;

/**
 * Calls the stand-in of Instagram instead of graph.facebook.com, and sends no crash reports to
 * Meta.
 */
class InstagramApi extends sdk.FacebookAdsApi {
  constructor(
    accessToken: string,
    private readonly base: string,
  ) {
    super(accessToken, 'en_US', false);
  }

  override call(...[method, path, params, files, isMultipart]: Call) {
    return super.call(method, path, params, files, isMultipart, this.base);
  }
}

async function logIn({ rewrite, approve }: SocialWorld): Promise<InstagramApi> {
  const { clientId: client_id, clientSecret: client_secret } = DEMO_APP;
  const ask = { client_id, redirect_uri: REDIRECT_URI };
  const scope = 'instagram_business_basic,instagram_business_content_publish';
  const query = new URLSearchParams({ ...ask, response_type: 'code', scope });
  const code = await approve(`https://www.instagram.com/oauth/authorize?${query.toString()}`);
  // The SDK has no method to exchange this login's code: that request goes to api.instagram.com.
  const answer = await fetch(rewrite('https://api.instagram.com/oauth/access_token'), {
    method: 'POST',
    body: new URLSearchParams({ ...ask, client_secret, grant_type: 'authorization_code', code }),
  });
  const { data } = (await answer.json()) as { data: readonly { access_token: string }[] };
  const base = rewrite('https://graph.instagram.com');
  const short = new InstagramApi(data[0]?.access_token ?? '', base);
  const grant = { grant_type: 'ig_exchange_token', client_secret };
  const exchange = new sdk.IGAccessTokenForIGOnlyAPI('access_token', {}, undefined, short);
  const { access_token: long } = await exchange.get(['access_token'], grant);
  return new InstagramApi(String(long), base);
}

const PROFILE = ['user_id', 'username', 'name', 'account_type', 'profile_picture_url'];

export const INSTAGRAM_FLOWS: readonly VendorFlow[] = [
  {
    client: 'facebook-nodejs-business-sdk',
    does: 'reads the profile and quota, creates a container, publishes it and finds it',
    run: () =>
      withSocialWorld(async (world) => {
        const api = await logIn(world);
        const me = await new sdk.IGUserForIGOnlyAPI('me', {}, undefined, api).get(PROFILE);
        expect(me).to.include({ username: 'ada.l', name: 'ada.l', account_type: 'BUSINESS' });
        const userId = String(me['user_id']);
        const user = new sdk.IGUserForIGOnlyAPI(userId, {}, undefined, api);
        const [quota] = await user.getContentPublishingLimit(['quota_usage', 'config']);
        expect(quota).to.include({ quota_usage: 0 });

        const { items } = await world.media.offer({ name: 'picture', form: 'feed', pictures: 1 });
        const params = { image_url: items[0]?.url, caption: 'a kite', is_ai_generated: true };
        const { id: container } = await user.createMedia([], params);
        const made = new sdk.IGMediaForIGOnlyAPI(String(container), {}, undefined, api);
        expect(await made.get(['status_code'])).to.include({ status_code: 'FINISHED' });
        // The client's class for this login uses an edge that does not exist; its other class uses
        // the correct one.
        const publisher = new sdk.IGUser(userId, {}, undefined, api);
        const { id } = await publisher.createMediaPublish([], { creation_id: container });
        const [shown] = world.posts('instagram');
        expect(shown).to.include({ id, text: 'a kite' });
        const read = new sdk.IGMediaForIGOnlyAPI(String(id), {}, undefined, api);
        expect(await read.get(['permalink'])).to.include({ permalink: shown?.url });
        const [listed] = await new sdk.IGUserForIGOnlyAPI(userId, {}, undefined, api).getMedia([
          'id',
        ]);
        expect(listed).to.include({ id });

        const again = publisher.createMediaPublish([], { creation_id: container });
        const failure = await failureOf(again);
        expect(failure.message).to.include('Media builder not found');
      }),
  },
];
