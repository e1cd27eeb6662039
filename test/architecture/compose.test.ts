import { access } from 'node:fs/promises';
import { expect } from 'chai';
import { ONE_HELPER } from '../../supervisor/processes.js';
import {
  type Compose,
  composeVariables,
  documentedVariables,
  fileText,
  readCompose,
  type Service,
} from './deployment.js';

/** Checks whether a service ends by itself. Such a service sets something up and is restarted only after a failure. */
const isOneShot = (service: Service): boolean => service.restart?.startsWith('on-failure') ?? false;

/** Services that have no password. */
const WITHOUT_PASSWORD = new Map([
  ['temporal-ui', '127.0.0.1:${TEMPORAL_UI_PORT:-8233}:8080'],
  ['grafana', '127.0.0.1:${GRAFANA_PORT:-3000}:3000'],
]);

/** Published services and their names in SECURITY.md. */
const NAMES = new Map([
  ['api', 'the API'],
  ['s3', 'the store'],
  ['temporal-ui', 'the Temporal UI'],
  ['grafana', 'Grafana'],
]);

/** Build context of the processes of the product. */
const OWN_IMAGE = '.';

describe('docker-compose.yml', () => {
  let compose: Compose;
  let services: [name: string, service: Service][];

  before(async () => {
    compose = await readCompose();
    services = Object.entries(compose.services);
  });

  it('runs the whole platform', () => {
    expect(Object.keys(compose.services)).to.include.members([
      'postgres',
      'temporal',
      'temporal-ui',
      's3',
      'migrate',
      'api',
      'worker-orchestrator',
      'worker-media',
      'worker-outbound',
    ]);
  });

  it('pins every third-party image to a version', () => {
    const foreign = services.filter(([, { build }]) => !build);
    for (const [name, { image }] of foreign) {
      expect(image, name).to.match(/^[a-z][a-z0-9./-]*:v?\d+[\w.-]*$/);
    }
  });

  it('publishes exactly the services that SECURITY.md names', async () => {
    const published = services.flatMap(([name, { ports = [] }]) =>
      ports.length > 0 ? [name] : [],
    );
    expect(published).to.have.members([...NAMES.keys()]);
    const text = (await fileText('SECURITY.md')).replaceAll(/\s+/g, ' ');
    const named =
      /docker-compose\.yml\) publishes ([^.]+)\. On loopback alone it also publishes ([^;.]+)/;
    const [, anywhere = '', onLoopback = ''] = named.exec(text) ?? [];
    for (const [name, word] of NAMES) {
      const isGuarded = !WITHOUT_PASSWORD.has(name);
      expect(anywhere.includes(word), `${name} on PUBLISH_ADDRESS`).to.equal(isGuarded);
      expect(onLoopback.includes(word), `${name} on loopback alone`).to.equal(!isGuarded);
    }
  });

  it("limits the store's file size like `npm start`", async () => {
    const blocks = /OBJECT_BLOCKS_MAX = ([\d_]+)/.exec(
      await fileText('supervisor/object-store.ts'),
    );
    const bytes = Number(blocks?.[1]?.replaceAll('_', '')) * 512;
    expect(compose.services['s3']?.ulimits?.fsize).to.equal(bytes);
  });

  it('starts the API with one helper thread, like the image and `npm start`', async () => {
    const command = ['node', ONE_HELPER, 'dist/api/server.js'];
    expect(compose.services['api']?.command).to.deep.equal(command);
    const image = /^CMD (.*)$/m.exec(await fileText('Dockerfile'))?.[1] ?? '[]';
    expect(JSON.parse(image)).to.deep.equal(command);
  });

  it('checks the health of every long-running service', async () => {
    // Services that are built here inherit the health check of their image.
    for (const [, { build }] of services.filter(([, service]) => service.build)) {
      expect(await fileText(`${build}/Dockerfile`)).to.match(/^HEALTHCHECK /m);
    }
    const unwatched = services.filter(
      ([, service]) => !isOneShot(service) && !service.build && !service.healthcheck,
    );
    expect(unwatched.map(([name]) => name)).to.deep.equal([]);
  });

  it('waits for one-shot services to finish and for servers to be healthy', () => {
    for (const [name, { depends_on: needs = {} }] of services) {
      for (const [target, { condition }] of Object.entries(needs)) {
        const needed = compose.services[target];
        expect(needed, `${name} needs ${target}`).to.be.an('object');
        const right =
          needed && isOneShot(needed) ? 'service_completed_successfully' : 'service_healthy';
        expect(condition, `${name} needs ${target}`).to.equal(right);
      }
    }
  });

  it('mounts only declared volumes and repository files', async () => {
    for (const [name, { volumes = [] }] of services) {
      for (const volume of volumes) {
        const source = volume.split(':')[0] ?? '';
        if (source.startsWith('./')) await access(new URL(`../../${source}`, import.meta.url));
        else expect(compose.volumes, `${name} mounts ${source}`).to.have.property(source);
      }
    }
  });

  it('publishes the API and the object store on loopback by default', () => {
    const published = services.filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name)).to.have.members([
      'api',
      'temporal-ui',
      's3',
      'grafana',
    ]);
    for (const [name, { ports = [] }] of published.filter(([of]) => !WITHOUT_PASSWORD.has(of))) {
      for (const port of ports) {
        expect(port, name).to.match(/^\$\{PUBLISH_ADDRESS:-127\.0\.0\.1\}:/);
      }
    }
  });

  it('trusts a proxy on the host by default, which connects through the Docker gateway', () => {
    const trusted = compose.services['api']?.environment?.['TRUSTED_PROXIES'];
    expect(trusted).to.equal('${TRUSTED_PROXIES-172.16.0.0/12}');
  });

  it('publishes services without a password only on loopback', () => {
    for (const [name, port] of WITHOUT_PASSWORD) {
      expect(compose.services[name]?.ports, name).to.deep.equal([port]);
    }
  });

  it('starts Prometheus, Grafana and the watermark service only when their profile is enabled', () => {
    const asked = services.filter(([, { profiles }]) => profiles).map(([name]) => name);
    expect(asked).to.have.members(['watermark', 'prometheus', 'grafana']);
  });

  it("serves metrics on each process's loopback by default", () => {
    const ours = services.filter(([, { build }]) => build === OWN_IMAGE);
    for (const [name, { environment = {}, ports = [] }] of ours) {
      expect(environment['METRICS_HOST'], name).to.equal('${METRICS_HOST:-127.0.0.1}');
      expect(ports.filter((port) => port.includes('9464'))).to.deep.equal([]);
    }
  });

  it('drops all kernel capabilities of every service, and limits its memory', () => {
    for (const [name, service] of services) {
      expect(service.cap_drop, name).to.deep.equal(['ALL']);
      expect(service.security_opt, name).to.deep.equal(['no-new-privileges:true']);
      expect(service.mem_limit, name).to.match(/^\d+[mg]$/);
    }
    const more = services.filter(([, service]) => service.cap_add);
    expect(more.map(([name]) => name)).to.deep.equal(['postgres']);
  });

  it('gives every service a read-only root, unless it writes settings at startup', () => {
    const writable = services.filter(([, service]) => !service.read_only);
    expect(writable.map(([name]) => name)).to.have.members([
      'temporal-schema',
      'temporal',
      'temporal-namespace',
      'temporal-ui',
    ]);
    for (const [name, service] of services) {
      const places = service.tmpfs?.map((place) => place.split(':')[0]) ?? [];
      if (service.read_only) expect(places, name).to.include('/tmp');
    }
  });

  it('never connects a process of the product as the PostgreSQL superuser', () => {
    const superuser = compose.services['postgres']?.environment?.['POSTGRES_USER'];
    for (const [name, { environment = {} }] of services.filter(
      ([, { build }]) => build === OWN_IMAGE,
    )) {
      const url = String(environment['DATABASE_URL']);
      expect(url, name).to.match(/^postgres:\/\/media_app:/);
      expect(Object.keys(environment), name).not.to.include('POSTGRES_PASSWORD');
    }
    expect(superuser).not.to.equal('media_app');
  });

  it('uses only variables that .env.example documents, without defaults for secrets', async () => {
    const documented = await documentedVariables();
    expect([...(await composeVariables())].filter((name) => !documented.has(name))).to.deep.equal(
      [],
    );
    const text = await fileText('docker-compose.yml');
    const secrets = [
      ...text.matchAll(/\$\{(\w*(?:PASSWORD|SECRET|SECRETS_KEY|ACCESS_KEY)\w*)([^}]*)\}/g),
    ];
    expect(secrets).to.not.deep.equal([]);
    for (const [, name = '', rest] of secrets) {
      // An app that is not registered has no secret, so an empty default is allowed.
      expect(rest, name).to.match(name.endsWith('_CLIENT_SECRET') ? /^:-$/ : /^:\?/);
    }
  });

  it('registers the search attributes that the workflows set', async () => {
    const { SEARCH_ATTRIBUTES } = await import('../../domain/catalogue/runs.js');
    const script = await fileText('deploy/temporal-namespace.sh');
    const registered = [...script.matchAll(/\b(\w+)=(Keyword|Int)\b/g)].map(([, ...pair]) => pair);
    expect(registered).to.have.deep.members(Object.entries(SEARCH_ATTRIBUTES));
  });
});
