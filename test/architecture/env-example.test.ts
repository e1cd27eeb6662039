import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import { composeVariables, documentedVariables, readCompose, variablesRead } from './deployment.js';

describe('.env.example', () => {
  it('documents every variable that the code or docker-compose.yml reads', async () => {
    const documented = await documentedVariables();
    const read = [...(await readByCode()), ...(await composeVariables())];
    expect(read.filter((name) => !documented.has(name))).to.deep.equal([]);
  });

  it('does not document an unused variable', async () => {
    const read = new Set([...(await readByCode()), ...(await composeVariables())]);
    const documented = [...(await documentedVariables())];
    expect(documented.filter((name) => !read.has(name))).to.deep.equal([]);
  });

  it('covers docker-compose.yml, which gives our processes only variables that they read', async () => {
    const read = await readByProcesses();
    const { services } = await readCompose();
    const given = Object.values(services)
      .filter(({ build }) => build)
      .flatMap(({ environment }) => Object.keys(environment ?? {}));
    expect([...new Set(given)].filter((name) => !read.has(name))).to.deep.equal([]);
  });
});

async function readByCode(): Promise<Set<string>> {
  return new Set([
    ...(await readByProcesses()),
    ...(await variablesRead('supervisor/settings.ts')),
    ...(await variablesRead('supervisor/social-demo.ts')),
  ]);
}

async function readByProcesses(): Promise<Set<string>> {
  const folder = await readdir('runtime');
  const files = folder.filter((name) => /^(env|temporal-access)(-.*)?\.ts$/.test(name));
  const read = await Promise.all(files.map((name) => variablesRead(`runtime/${name}`)));
  return new Set(read.flatMap((names) => [...names]));
}
