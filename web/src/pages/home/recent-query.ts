import { apiQuery } from '../../api/queries';

const SHOWN = 6;

/** The latest generations, which several parts of the page read. */
export const recentQuery = apiQuery('/generations', { query: { limit: SHOWN } });
