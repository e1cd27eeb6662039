import { expect } from 'chai';
import { webhookSuite, statusIs } from '../api/webhooks-rig.js';
import { status } from '../support/receiver.js';
import { testServers } from '../support/hooks.js';
import { adminJson, runCommand, type Refused } from './run-command.js';

describe('admin delivery', () => {
  const suite = webhookSuite();

  it('resends a closed delivery as a new delivery, which the relay starts', async () => {
    const customer = await suite.customer();
    const webhook = await suite.webhook(customer, '/admin');
    await suite.emit(customer);
    const old = await suite.delivery(customer, webhook.id, statusIs('delivered'));
    const { code, json } = await adminJson<{ id: string }>(['delivery', 'resend', old.id]);
    expect(code).to.equal(0);
    expect(json).to.deep.include({ resend_of: old.id, event_id: old.event_id, status: 'pending' });
    const starts: unknown[] = await suite.db.query(
      'SELECT 1 FROM workflow_start WHERE workflow_id = $1',
      [json.id],
    );
    expect(starts).to.have.length(1);
  });

  it('retries a waiting delivery immediately, and shows its attempts', async () => {
    const customer = await suite.customer();
    const webhook = await suite.webhook(customer, '/hasten', { reaction: status(500) });
    await suite.emit(customer);
    const { id } = await suite.delivery(customer, webhook.id, ({ attempts }) => attempts === 1);
    suite.receiver.at('/hasten');
    const env = {
      DATABASE_URL: testServers().databaseUrl,
      TEMPORAL_ADDRESS: testServers().temporalAddress,
      TEMPORAL_NAMESPACE: testServers().temporalNamespace,
    };
    const resent = await runCommand('cli/admin/main.ts', ['delivery', 'resend', id], env);
    expect(resent.stdout, resent.stderr).to.include('The delivery is being retried now.');
    await suite.delivery(customer, webhook.id, statusIs('delivered'));
    const { json } = await adminJson<{ attempt_log: { n: number }[] }>(['delivery', 'show', id]);
    expect(json.attempt_log.map(({ n }) => n)).to.deep.equal([1, 2]);
  });

  it('rejects an unknown delivery, or a delivery whose webhook is disabled', async () => {
    const unknown = await adminJson<Refused>(['delivery', 'show', 'dlv_none']);
    expect([unknown.code, unknown.json.error.code]).to.deep.equal([1, 'NOT_FOUND']);
    const customer = await suite.customer();
    const webhook = await suite.webhook(customer, '/disabled');
    await customer.client.call('PATCH', `/v1/webhooks/${webhook.id}`, { body: { enabled: false } });
    await suite.emit(customer);
    const [skipped] = await suite.deliveries(customer, webhook.id);
    const refused = await adminJson<Refused>(['delivery', 'resend', skipped?.id ?? '']);
    expect([refused.code, refused.json.error.code]).to.deep.equal([1, 'CONFLICT']);
  });
});
