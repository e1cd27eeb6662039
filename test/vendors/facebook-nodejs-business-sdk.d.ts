/** Types of the part that a flow uses, because the package has no types. */
declare module 'facebook-nodejs-business-sdk' {
  type Fields = Record<string, unknown>;

  class FacebookAdsApi {
    constructor(accessToken: string, locale?: string, crashLog?: boolean);
    call(
      method: string,
      path: string | readonly string[],
      params?: Fields,
      files?: Fields,
      useMultipartFormData?: boolean,
      urlOverride?: string,
    ): Promise<Fields>;
  }

  class IGUserForIGOnlyAPI {
    constructor(id: string, data: Fields, parentId: undefined, api: FacebookAdsApi);
    get(fields: readonly string[]): Promise<Fields>;
    getContentPublishingLimit(fields: readonly string[]): Promise<readonly Fields[]>;
    createMedia(fields: readonly string[], params: Fields): Promise<Fields>;
    getMedia(fields: readonly string[]): Promise<readonly Fields[]>;
  }

  class IGUser {
    constructor(id: string, data: Fields, parentId: undefined, api: FacebookAdsApi);
    createMediaPublish(fields: readonly string[], params: Fields): Promise<Fields>;
  }

  class IGAccessTokenForIGOnlyAPI {
    constructor(id: string, data: Fields, parentId: undefined, api: FacebookAdsApi);
    get(fields: readonly string[], params: Fields): Promise<Fields>;
  }

  class IGMediaForIGOnlyAPI {
    constructor(id: string, data: Fields, parentId: undefined, api: FacebookAdsApi);
    get(fields: readonly string[]): Promise<Fields>;
  }

  const sdk: {
    readonly FacebookAdsApi: typeof FacebookAdsApi;
    readonly IGUserForIGOnlyAPI: typeof IGUserForIGOnlyAPI;
    readonly IGUser: typeof IGUser;
    readonly IGAccessTokenForIGOnlyAPI: typeof IGAccessTokenForIGOnlyAPI;
    readonly IGMediaForIGOnlyAPI: typeof IGMediaForIGOnlyAPI;
  };
  export default sdk;
}
