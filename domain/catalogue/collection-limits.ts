/** Maximum collections of an account. */
export const COLLECTIONS_MAX = 200;

/** Maximum generations in a collection. */
export const COLLECTION_ITEMS_MAX = 10_000;

/** Maximum generations that one request adds or removes. */
export const ITEMS_PER_REQUEST = 100;

/** Maximum previews of a collection in a response. */
export const PREVIEWS_MAX = 4;
