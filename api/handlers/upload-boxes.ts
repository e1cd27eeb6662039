import { presentPage } from '../../domain/contract/common.js';
import { presentBox } from '../../domain/contract/upload-box.js';
import { closeBox } from '../../domain/uploads/boxes/close-box.js';
import { expectBox } from '../../domain/uploads/boxes/find-box.js';
import { listBoxes } from '../../domain/uploads/boxes/list-boxes.js';
import { openBox } from '../../domain/uploads/boxes/open-box.js';
import { route } from '../route.js';
import * as contracts from '../routes/upload-boxes.js';

export const openUploadBox = route(contracts.openUploadBox, {
  handle: ({ body, caller, claim, deps }) => openBox(deps, caller, claim, body),
});

export const listUploadBoxes = route(contracts.listUploadBoxes, {
  async handle({ query, caller, deps }) {
    const page = await listBoxes(deps.db.manager, caller.accountId, query);
    return presentPage(page, (row) => presentBox(row, deps.env.publicUrl));
  },
});

export const getUploadBox = route(contracts.getUploadBox, {
  async handle({ params, caller, deps }) {
    const box = await expectBox(deps.db, caller.accountId, params.id);
    return presentBox(box, deps.env.publicUrl);
  },
});

export const deleteUploadBox = route(contracts.deleteUploadBox, {
  async handle({ params, caller, claim, deps }) {
    const named = { accountId: caller.accountId, id: params.id };
    return closeBox(deps, named, claim);
  },
});
