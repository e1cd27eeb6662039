/** @throws {Error} with instructions if a version such as `24.21.0` is too old */
export function requireNode(version?: string): void;
