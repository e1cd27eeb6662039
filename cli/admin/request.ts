import { findRequest } from '../../domain/durable/request-records.js';
import { Refusal } from '../../domain/contract/refusal.js';
import type { Command } from './command.js';

/** Where a request id leads that a customer has sent. */
export const requestShow: Command = {
  name: 'request show',
  summary: 'Show what is known of a request: whose it was, and how it was answered',
  args: ['REQUEST_ID'],
  async run({ db }, input) {
    const id = input.arg('REQUEST_ID');
    const found = await findRequest(db.manager, id);
    if (found) return { data: { request_id: id, ...found } };
    throw new Refusal('NOT_FOUND', {
      message: `No record of ${id}. Requests that changed something or were refused are kept for 7 days; of every other one there is a line in the log of the API.`,
    });
  },
};
