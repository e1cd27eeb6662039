const OLDEST = 20;

/**
 * Reports an outdated Node.js in one sentence, before later code fails in a less obvious way. Once
 * the dependencies are installed, npm scripts run on the project's pinned Node.js.
 * @param {string} version the Node.js version, such as `24.21.0`
 */
export function requireNode(version = process.versions.node) {
  if (Number(version.split('.')[0]) >= OLDEST) return;
  throw new Error(
    `Node.js ${OLDEST} or newer is needed; this is ${version} (${process.execPath}). ` +
      'Install a newer one from https://nodejs.org and run this again.',
  );
}
