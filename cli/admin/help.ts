import type { Command } from './command.js';

const HOW = 'npm run admin --';
const EVERYWHERE: readonly (readonly [string, string])[] = [
  ['--json', 'print one JSON object and nothing else, errors too'],
  ['--help', 'print this'],
];

/** The help of several commands: one line each. */
export function overview(commands: readonly Command[]): string {
  return [
    `Usage: ${HOW} <command> [options]`,
    '',
    'Commands:',
    ...columns(commands.map((command) => [signature(command), command.summary])),
    '',
    'Options of every command:',
    ...columns(EVERYWHERE),
    '',
    'Works on the platform that `npm start` runs here, unless DATABASE_URL says otherwise.',
  ].join('\n');
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const own = Object.entries(command.options ?? {}).map(([name, option]) => {
    const { value, help, required, fallback } = option;
    const more = required ? ' (required)' : fallback === undefined ? '' : ` (default: ${fallback})`;
    return [`--${name} ${value}`, help + more] as const;
  });
  return [
    `Usage: ${HOW} ${signature(command)}${own.length > 0 ? ' [options]' : ''}`,
    '',
    command.summary,
    '',
    'Options:',
    ...columns([...own, ...EVERYWHERE]),
  ].join('\n');
}

function signature({ name, args = [] }: Command): string {
  return [name, ...args].join(' ');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
