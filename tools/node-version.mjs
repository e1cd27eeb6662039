const OLDEST = 20;

/**
 * Says in a sentence that this Node.js is too old, before the code behind it fails in another way.
 * Once the dependencies are installed, npm scripts run on the pinned one of the project.
 * @param {string} version of Node.js, such as `24.21.0`
 */
export function requireNode(version = process.versions.node) {
  if (Number(version.split('.')[0]) >= OLDEST) return;
  throw new Error(
    `Node.js ${OLDEST} or newer is needed; this is ${version} (${process.execPath}). ` +
      'Install a newer one from https://nodejs.org and run this again.',
  );
}
