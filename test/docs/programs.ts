import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Marked } from 'marked';
import { GUIDES } from '../../api/docs/guides.js';
import { groupTabs, type TabsToken } from '../../api/docs/tabs.js';
import { provideClientProject } from '../../tools/client-package.mjs';
import { runTool } from '../contract/tool.js';
import { ROOT } from './shell-blocks.js';
import type { ShellPlace } from './shell.js';

const TSC = join(ROOT, 'node_modules/.bin/tsc');

/** The blocks of a guide in one language, which form one program. */
export interface Program {
  readonly name: string;
  readonly language: 'ts' | 'python';
  readonly text: string;
}

/** Reads the programs of all guides from the code blocks in tabs. */
export async function readPrograms(): Promise<Program[]> {
  const programs = GUIDES.map(async ({ file, slug }) => {
    const page = await readFile(join(ROOT, 'docs', file), 'utf8');
    const tabs = groupTabs(new Marked().lexer(page)).filter(({ type }) => type === 'tabs');
    const blocks = tabs.flatMap((token) => {
      const { blocks: group } = token as TabsToken;
      return group.length > 1 ? group : [];
    });
    return (['ts', 'python'] as const).map((language) => ({
      name: slug || 'introduction',
      language,
      text: blocks
        .flatMap((block) => (block.language === language ? [block.text] : []))
        .join('\n\n'),
    }));
  });
  return (await Promise.all(programs)).flat().filter(({ text }) => text !== '');
}

/** Creates a TypeScript project with the packed client. */
export async function makeProject(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const modules = join(await provideClientProject(), 'node_modules');
  await symlink(modules, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

/** Compiles the files of a project strictly. @returns the errors */
export async function checkTypes(
  project: string,
  files: Readonly<Record<string, string>>,
): Promise<string[]> {
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    module: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  };
  const names = Object.keys(files);
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: names }),
  );
  for (const name of names) await writeFile(join(project, name), `${files[name]}\nexport {};\n`);
  const { text } = await runTool(TSC, ['-p', '.'], project);
  return text.split('\n').filter((line) => line.includes('error TS'));
}

/**
 * Runs a program from its project, with the folder of the shell blocks as working folder.
 * @param python Python with the installed wheel
 * @throws {Error} with the output, if it fails
 */
export async function runProgram(
  { name, language, text }: Program,
  { cwd, env }: ShellPlace,
  python: string,
): Promise<string> {
  const isPython = language === 'python';
  const file = join(dirname(cwd), 'project', `${name}.${isPython ? 'py' : 'ts'}`);
  await writeFile(file, text);
  const run = await runTool(isPython ? python : process.execPath, [file], cwd, env);
  if (run.code !== 0) throw new Error(`${name} in ${language} failed:\n${text}\n${run.text}`);
  return run.text;
}
