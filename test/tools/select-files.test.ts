import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { ImportGraph, listTests } from '../../tools/testing/import-graph.mjs';
import {
  findAffected,
  findQuickFiles,
  planFullRun,
  readTimes,
} from '../../tools/testing/select-files.mjs';

const PURE = 'test/catalogue/prices.test.ts';
const DATABASE = 'test/cli/credits.test.ts';
const PLATFORM = 'test/api/images.test.ts';
const ALONE = 'test/api/events.alone.test.ts';

describe('the test runner', () => {
  const graph = new ImportGraph();

  it('does not start a server for a test of pure functions', () => {
    expect(graph.findServers(PURE)).to.deep.equal([]);
    expect(graph.isSelfContained(PURE)).to.equal(true);
  });

  it('starts only PostgreSQL for a test that uses only the database', () => {
    expect(graph.findServers(DATABASE)).to.deep.equal(['postgres']);
    expect(graph.isSelfContained(DATABASE)).to.equal(false);
  });

  it('starts all servers for an API test', () => {
    expect(graph.findServers(PLATFORM)).to.deep.equal(['postgres', 'temporal', 's3']);
  });

  it('ignores type imports, which load nothing', () => {
    // `domain/accounts/caller.ts` imports only the type of the dependencies, whose module imports
    // every adapter.
    expect(graph.reach('domain/accounts/caller.ts').has('runtime/deps.ts')).to.equal(false);
  });

  it('does not treat a test that starts processes as self-contained', () => {
    expect(graph.isSelfContained('test/supervisor/npm-start.test.ts')).to.equal(false);
    expect(graph.isSelfContained('test/egress/redirects.test.ts')).to.equal(false);
  });

  it('finds exactly the tests that a changed file affects', () => {
    const affected = findAffected(['domain/catalogue/plans.ts'], [PURE, PLATFORM, DATABASE]);
    expect(affected).to.include(PLATFORM);
    const fake = 'packages/stand-ins/providers/fal/fake.ts';
    const conformance = 'test/providers/fal/conformance.test.ts';
    expect(findAffected([fake], [PURE, conformance])).to.deep.equal([conformance]);
    expect(findAffected(['test/cli/run-command.ts'], [PURE, DATABASE])).to.deep.equal([DATABASE]);
  });

  it('starts with the slowest files and ends with the files that must run alone', () => {
    const files = [PURE, ALONE, DATABASE, PLATFORM];
    const plan = planFullRun(files, { [PURE]: 10, [DATABASE]: 9_000, [PLATFORM]: 20_000 });
    expect(plan).to.deep.equal({ together: [PLATFORM, DATABASE, PURE], alone: [ALONE] });
  });

  it('includes every test file once in a full run', () => {
    const { together, alone } = planFullRun();
    expect([...together, ...alone].toSorted()).to.deep.equal(listTests());
  });

  it('excludes slow files and files with servers from the quick run', () => {
    const files = [PURE, DATABASE, 'test/studio/inputs.test.ts'];
    const times = { 'test/studio/inputs.test.ts': 20_000 };
    expect(findQuickFiles(files, times)).to.deep.equal([PURE]);
  });

  it('has recorded times only for files that exist', () => {
    const gone = Object.keys(readTimes()).filter((file) => !existsSync(file));
    expect(gone, 'run `npm test -- --record`').to.deep.equal([]);
  });
});
