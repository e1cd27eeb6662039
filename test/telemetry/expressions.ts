import { glob, readFile } from 'node:fs/promises';
import { parse } from 'yaml';

const ROOT = new URL('../../', import.meta.url);
const textOf = (path: string) => readFile(new URL(path, ROOT), 'utf8');

/** Prometheus expression, and where it is. */
export interface Expression {
  readonly place: string;
  readonly text: string;
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}
interface Board {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

/** Reads every alert with its name. */
export async function readAlerts(): Promise<Expression[]> {
  const { groups }: Rules = parse(await textOf('deploy/prometheus/alerts.yml'));
  const rules = groups.flatMap((group) => group.rules);
  return rules.map(({ alert, expr }) => ({ place: alert, text: expr }));
}

/** Reads every expression in a dashboard. */
export async function readBoards(): Promise<Expression[]> {
  const found: Expression[] = [];
  for await (const file of glob('deploy/grafana/dashboards/*.json', { cwd: ROOT })) {
    const { panels }: Board = JSON.parse(await textOf(file));
    for (const { title, targets } of panels) {
      found.push(...targets.map(({ expr }) => ({ place: `${file}: ${title}`, text: expr })));
    }
  }
  return found;
}

/**
 * Lists the metrics that an expression uses: words with an underscore that are neither functions
 * nor labels. The list excludes `up`, which Prometheus itself adds.
 */
export function metricsIn({ text }: Expression): string[] {
  const bare = text
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b[a-z]\w*_\w+\b(?!\s*\()/g)].map(([name]) => name);
}

/** Lists the names of all metrics on a metrics page. */
export function namesOn(page: string): Set<string> {
  return new Set([...page.matchAll(/^([a-z]\w*)[{ ]/gm)].map(([, name = '']) => name));
}
