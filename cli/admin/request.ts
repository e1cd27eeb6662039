import { findRequest } from '../../domain/durable/request-records.js';
import { Refusal } from '../../domain/contract/refusal.js';
import type { Command } from './command.js';

/** Shows a request's record, given the request id that a customer reported. */
export const requestShow: Command = {
  name: 'request show',
  summary: 'Show the record of a request: its account and its response',
  args: ['REQUEST_ID'],
  async run({ db }, input) {
    const id = input.arg('REQUEST_ID');
    const found = await findRequest(db.manager, id);
    if (found) return { data: { request_id: id, ...found } };
    throw new Refusal('NOT_FOUND', {
      message: `No record of ${id}. Requests that changed something or were refused are kept for 7 days; all others are only in the log of the API.`,
    });
  },
};
