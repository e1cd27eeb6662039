import { COMMON_OPTIONS, type Command, type Option } from './command.js';

const COLUMN = 28;

/** Writes the help of the program. */
export function writeHelp(program: string, commands: readonly Command[]): string {
  const rows = commands.map(({ name, usage, help }) =>
    formatRow(`${name} ${usage}`.trim(), help.split('\n')[0] ?? ''),
  );
  return [
    `Usage: ${program} <command> [options]`,
    '',
    'Generates images, clips and speech with a media generation platform.',
    '',
    'Commands:',
    ...rows,
    '',
    'Options:',
    formatRow('--help', 'print the help of a command'),
    formatRow('--version', 'print the version'),
    '',
    'The address and the key come from MEDIA_API_URL and MEDIA_API_KEY (or API_URL and API_KEY), from',
    '`media login`, or from the platform that `npm start` runs in this folder.',
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong command line, 130 interrupted by Ctrl-C.',
  ].join('\n');
}

/** Writes the help of a command. */
export function writeCommandHelp(program: string, command: Command): string {
  return [
    `Usage: ${[program, command.name, command.usage, '[options]'].filter(Boolean).join(' ')}`,
    '',
    command.help,
    '',
    'Options:',
    ...[...command.options, ...COMMON_OPTIONS].map(formatOption),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n');
}

function formatOption({ name, value, help, choices }: Option): string {
  const known = choices ? `: ${choices.join(', ')}` : '';
  return formatRow(`--${name}${value === undefined ? '' : ` <${value}>`}`, help + known);
}

const formatRow = (name: string, help: string): string =>
  name.length < COLUMN
    ? `  ${name.padEnd(COLUMN)}${help}`
    : `  ${name}\n  ${' '.repeat(COLUMN)}${help}`;
