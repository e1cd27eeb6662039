import { DOCUMENTED_ROUTES } from '../../api/documented-routes.js';
import type { DocumentedRoute } from '../../api/openapi/documented-route.js';

const row = (cells: readonly string[], widths: readonly number[]): string =>
  `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;

function describeCaller({ entryPoint, right, scope }: DocumentedRoute): string {
  if (entryPoint === 'public') return 'none';
  if (entryPoint === undefined) return `\`${scope}\``;
  return `session${right ? `, \`${right}\`` : ''}`;
}

/** Builds the page that lists every endpoint, in the order of the route table. */
export function endpointsPage(): string {
  const head = ['Method', 'Path', 'Scope', 'Answer', 'Repeatable', 'Operation', 'Summary'];
  const rows = DOCUMENTED_ROUTES.map((route) => [
    route.method,
    `\`${route.path}\``,
    describeCaller(route),
    String(route.status),
    route.idempotency === 'required' ? 'with a key' : 'always',
    `\`${route.id}\``,
    route.summary,
  ]);
  const widths = head.map((name, at) =>
    Math.max(name.length, ...rows.map((cells) => cells[at]?.length ?? 0)),
  );
  return [
    '# Endpoints',
    '',
    '`npx tsx test/docs/write.ts` writes this page from [api/table.ts](../api/table.ts).',
    '',
    '- An operation is a constant of the same name in `api/routes/`.',
    '- Requests that change state need the header `Idempotency-Key`. Repeated with the same key, they are done once.',
    '- Endpoints with a session are for people who are signed in, at `/app/api/…`. All other endpoints are there too.',
    '- Fields and errors are in the reference at `/docs/reference`.',
    '',
    row(head, widths),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...rows.map((cells) => row(cells, widths)),
    '',
  ].join('\n');
}
