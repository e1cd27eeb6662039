import { COMMON_OPTIONS, UsageError, type Command, type Option } from './command.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Creates the command that prints a completion script, built from the table of commands. */
export const createCompletionCommand = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  usage: SHELLS.join('|'),
  words: { min: 1, max: 1 },
  choices: SHELLS,
  help: 'Prints a script that completes commands, options and values in a shell.',
  options: [],
  examples: [
    'source <(media completion bash)',
    'media completion fish > ~/.config/fish/completions/media.fish',
  ],
  async run({ words: [shell = ''], terminal }) {
    const write = { bash: writeBash, zsh: writeZsh, fish: writeFish }[shell];
    if (!write)
      throw new UsageError(`There is no script for ${shell}, only for ${SHELLS.join(', ')}.`);
    terminal.writeRaw(write(commands()));
    return 0;
  },
});

const optionsOf = (command: Command): readonly Option[] => [...command.options, ...COMMON_OPTIONS];
const listNames = (command: Command): string =>
  optionsOf(command)
    .map(({ name }) => `--${name}`)
    .join(' ');
const listWords = ({ choices }: Command): string =>
  Array.isArray(choices) ? choices.join(' ') : '';

/** Writes the cases of a shell script: `command --option) …`. */
function writeCases(commands: readonly Command[], indent: string): string {
  const cases = commands.flatMap((command) => [
    ...optionsOf(command)
      .filter(({ value }) => value !== undefined)
      .map(({ name, choices, isFile }) => {
        const words = choices ? `words='${choices.join(' ')}'` : isFile ? 'files=1' : ':';
        return `${indent}'${command.name} --${name}') ${words} ;;`;
      }),
    `${indent}'${command.name} '*) names='${listNames(command)}'; words='${listWords(command)}'${command.choices === 'files' ? '; files=1' : ''} ;;`,
  ]);
  return cases.join('\n');
}

const namesOf = (commands: readonly Command[]): string =>
  commands.map(({ name }) => name).join(' ');

/** Bash splits words at colons, so a value such as 16:9 is completed after its colon. */
const writeBash = (commands: readonly Command[]): string => `_media() {
  local line=\${COMP_LINE:0:COMP_POINT} cur previous words= names= files=
  local -a given
  read -ra given <<< "$line"
  [[ $line == *' ' ]] && given+=('')
  local last=$((\${#given[@]} - 1))
  cur=\${given[last]} previous=\${given[last-1]}
  COMPREPLY=()
  if ((last == 1)); then
    words='${namesOf(commands)}' names='--help --version'
  else
    case "\${given[1]} $previous" in
${writeCases(commands, '      ')}
    esac
  fi
  [[ $cur == -* ]] && words=$names
  [[ -n $files && $cur != -* ]] && { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); return; }
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]] && COMPREPLY=("\${COMPREPLY[@]#"\${cur%:*}:"}")
}
complete -F _media media
`;

const writeZsh = (commands: readonly Command[]): string => `#compdef media
_media() {
  local cur=\${words[CURRENT]} previous=\${words[CURRENT-1]} names= files=
  local command=\${words[2]}
  local -a offered
  if ((CURRENT == 2)); then
    compadd -- ${namesOf(commands)} --help --version
    return
  fi
  () {
    local words=
    case "$command $previous" in
${writeCases(commands, '      ')}
    esac
    [[ $cur == -* ]] && words=$names
    offered=(\${=words})
  }
  if [[ -n $files && $cur != -* ]]; then _files; else compadd -- $offered; fi
}
compdef _media media
`;

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function writeFish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const summary = command.help.split('\n')[0] ?? '';
    const inside = `complete -c media -n '__fish_seen_subcommand_from ${command.name}'`;
    const words = Array.isArray(command.choices)
      ? [`${inside} -a ${quote(command.choices.join(' '))}`]
      : command.choices === 'files'
        ? [`${inside} -F`]
        : [];
    return [
      `complete -c media -n __fish_use_subcommand -a ${command.name} -d ${quote(summary)}`,
      ...words,
      ...optionsOf(command).map(({ name, value, choices, isFile, help }) => {
        const takes = value === undefined ? '' : isFile ? ' -r -F' : ' -x';
        const offers = choices ? ` -a ${quote(choices.join(' '))}` : '';
        return `${inside} -l ${name}${takes}${offers} -d ${quote(help)}`;
      }),
    ];
  });
  return ['complete -c media -f', ...lines, ''].join('\n');
}
