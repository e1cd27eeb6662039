import { expect } from 'chai';
import type {
  DeviceLoginAnsweredBody,
  DeviceLoginClaimBody,
  DeviceLoginStartedBody,
} from '../../domain/contract/device-login.js';
import { hashSecret } from '../../domain/identity/session-secrets.js';
import type { Answer } from '../support/client.js';
import type { Browser } from '../support/person.js';
import type { ApiSuite } from './suite.js';

/** A program without a key that logs in like `media login`. */
export class DeviceProgram {
  private constructor(
    private readonly suite: ApiSuite,
    readonly started: DeviceLoginStartedBody,
  ) {}

  static async start(suite: ApiSuite, name = 'laptop'): Promise<DeviceProgram> {
    const body = { client_name: name };
    const answer = await suite
      .client(null)
      .call<DeviceLoginStartedBody>('POST', '/v1/device-logins', { body, idem: null });
    expect(answer.status, answer.text).to.equal(201);
    return new DeviceProgram(suite, answer.body);
  }

  get path(): string {
    return `/app/api/device-logins/${this.started.user_code}`;
  }

  /** Claims the key immediately, regardless of the last claim. */
  async claim(): Promise<DeviceLoginClaimBody> {
    await this.change("polled_at = polled_at - interval '1 minute'");
    const answer = await this.claimAgain();
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  }

  claimAgain(): Promise<Answer<DeviceLoginClaimBody>> {
    const body = { device_code: this.started.device_code };
    return this.suite.client(null).call('POST', '/v1/device-logins/claim', { body, idem: null });
  }

  async allow(browser: Browser, body: object = {}): Promise<DeviceLoginAnsweredBody> {
    const answer = await browser.call<DeviceLoginAnsweredBody>('POST', this.path, {
      body: { allow: true, ...body },
    });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  }

  /** Changes the stored login, such as its times. */
  async change(set: string): Promise<void> {
    await this.suite.db.query(`UPDATE device_login SET ${set} WHERE device_hash = $1`, [
      hashSecret(this.started.device_code),
    ]);
  }

  async stored(): Promise<object | undefined> {
    const find = 'SELECT * FROM device_login WHERE device_hash = $1';
    const [row] = await this.suite.db.query(find, [hashSecret(this.started.device_code)]);
    return row;
  }
}
