import type { Figure, Table } from './figure.js';
import { isMet, ratioOf } from './judge.js';
import type { Result } from './results.js';
import type { Bench } from './table.js';

const HEAD = `# Performance

Written by \`npm run bench\`; do not edit. Every figure is compared to a peer or a limit measured
in the same run, in turns, on the same machine. The ratios carry over to other machines, the figures alone do not.
A bench that charges credits ends with the ledger checked (\`npm run admin -- doctor\`).
`;

/** Writes the page with all results. Pure: the same results produce the same text. */
export function writePage(benches: readonly Bench[], results: readonly Result[]): string {
  const found = benches.flatMap((bench) => {
    const result = results.find(({ name }) => name === bench.name);
    return result ? [{ bench, result }] : [];
  });
  const missing = benches.filter(({ name }) => !results.some((result) => result.name === name));
  const parts = [
    HEAD,
    summarize(found),
    ...found.map(({ bench, result }) => describeResult(bench, result)),
  ];
  if (missing.length > 0) {
    parts.push(`Not run yet: ${missing.map(({ name }) => name).join(', ')}.\n`);
  }
  return parts.join('\n');
}

type Found = readonly { readonly bench: Bench; readonly result: Result }[];

/** Lists all targets in one table, including missed targets. */
function summarize(found: Found): string {
  const rows = found.flatMap(({ bench, result }) => {
    const aimed = (result.measured?.figures ?? []).filter(({ aim }) => aim);
    if (result.failure !== null) return [[bench.title, 'the bench itself', '', 'failed']];
    return aimed.map((figure) => [
      bench.title,
      figure.name,
      `${judged(figure)}, aim ${aimText(figure)}`,
      isMet(figure) ? 'met' : '**missed**',
    ]);
  });
  return `## Aims\n\n${tableOf(['Bench', 'Figure', 'Measured', 'Aim'], rows)}`;
}

/** Writes a bench's section. */
export function describeResult(bench: Bench, result: Result): string {
  const { machine, measured, failure } = result;
  const about =
    `${bench.question}\n\n` +
    `Measured ${result.at.slice(0, 10)} on ${machine.processor}, ${machine.cores} cores, ` +
    `${machine.memoryGb} GiB, ${machine.system}; ${machine.versions}; commit \`${machine.commit}\`; ` +
    `load ${result.load.toFixed(1)} at the start${result.quick ? '; a quick run with few rounds' : ''}. ` +
    `It took ${result.seconds} s. Again: \`npm run bench -- ${bench.name}\`\n`;
  if (!measured) return `## ${bench.title}\n\n${about}\n**Failed.** ${escape(failure ?? '')}\n`;
  const parts = [`## ${bench.title}\n\n${about}`, describeFigures(measured.figures)];
  for (const note of measured.notes ?? []) parts.push(`${note}\n`);
  for (const table of measured.tables ?? []) parts.push(describeTable(table));
  return parts.filter((part) => part !== '').join('\n');
}

function describeFigures(figures: readonly Figure[]): string {
  if (figures.length === 0) return '';
  const rows = figures.map((figure) => {
    const ratio = ratioOf(figure);
    const met = isMet(figure);
    return [
      figure.name,
      withUnit(figure.value, figure.unit),
      figure.peer ? `${withUnit(figure.peer.value, figure.unit)} (${figure.peer.name})` : '',
      ratio === null ? '' : rounded(ratio),
      figure.aim ? `${aimText(figure)}: ${met ? 'met' : '**missed**'}` : '',
    ];
  });
  return tableOf(['Figure', 'Value', 'Peer', 'Ratio', 'Aim'], rows);
}

const describeTable = ({ title, header, rows }: Table): string =>
  `### ${title}\n\n${tableOf(header, rows)}`;

function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escape).join(' | ')} |\n`;
  return line(header) + `|${' --- |'.repeat(header.length)}\n` + rows.map(line).join('');
}

/** Keeps a table cell on one line, and escapes vertical bars, which would end the cell. */
const escape = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

const BOUND = { most: 'at most', least: 'at least', below: 'below' } as const;

function aimText({ aim, unit }: Figure): string {
  if (!aim) return '';
  const bound =
    aim.of === 'ratio' ? `${rounded(aim.bound)} times the peer` : withUnit(aim.bound, unit);
  return `${BOUND[aim.at]} ${bound}`;
}

/** Returns the value that is compared to the target. */
const judged = (figure: Figure): string =>
  figure.aim?.of === 'ratio'
    ? `${rounded(ratioOf(figure) ?? Number.NaN)} times the peer (${figure.peer?.name ?? 'none'})`
    : withUnit(figure.value, figure.unit);

function withUnit(value: number, unit: Figure['unit']): string {
  if (unit === 'share') return `${rounded(value * 100)} %`;
  return unit === 'x' || unit === '/s' ? `${rounded(value)}${unit}` : `${rounded(value)} ${unit}`;
}

/** Rounds to three digits, which is as precise as a measurement. */
function rounded(value: number): string {
  if (!Number.isFinite(value)) return 'not measured';
  if (value === 0 || Math.abs(value) >= 100) return value.toFixed(0);
  return String(Number(value.toPrecision(3)));
}
