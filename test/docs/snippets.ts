import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Vector } from './vectors.js';

/** How to run a program of the docs with the vectors. The program prints one word per vector. */
interface Program {
  /** Language of the fenced block. */
  readonly language: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Returns the files to write next to the vectors. The snippet is one of them. */
  files(snippet: string): Readonly<Record<string, string>>;
}

const TYPESCRIPT: Program = {
  language: 'ts',
  command: process.execPath,
  args: ['--import', import.meta.resolve('tsx'), 'main.mts'],
  files: (snippet) => ({
    'verify.mts': snippet,
    'main.mts': `import { readFileSync } from 'node:fs';
import { verify } from './verify.mts';
for (const v of JSON.parse(readFileSync('vectors.json', 'utf8'))) {
  console.log(verify(v.secret, v.header, Buffer.from(v.body), v.now));
}`,
  }),
};

const PYTHON: Program = {
  language: 'python',
  command: 'python3',
  args: ['main.py'],
  files: (snippet) => ({
    'verify.py': snippet,
    'main.py': `import json
from verify import verify
for v in json.load(open("vectors.json", encoding="utf-8")):
    print(str(verify(v["secret"], v["header"], v["body"].encode(), v["now"])).lower())`,
  }),
};

const GO: Program = {
  language: 'go',
  command: 'go',
  args: ['run', '.'],
  files: (snippet) => ({
    'go.mod': 'module example\n\ngo 1.21\n',
    'webhooks/verify.go': snippet,
    'main.go': `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"example/webhooks"
)

func main() {
	var vectors []struct {
		Secret, Header, Body string
		Now                  int64
	}
	data, err := os.ReadFile("vectors.json")
	if err == nil {
		err = json.Unmarshal(data, &vectors)
	}
	if err != nil {
		panic(err)
	}
	for _, v := range vectors {
		fmt.Println(webhooks.Verify(v.Secret, v.Header, []byte(v.Body), time.Unix(v.Now, 0)))
	}
}
`,
  }),
};

export const PROGRAMS: readonly Program[] = [TYPESCRIPT, PYTHON, GO];

/** Returns the first fenced block of a language. @throws {Error} when the page has none */
export function snippetOf(page: string, language: string): string {
  const snippet = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(page)?.[1];
  if (!snippet) throw new Error(`the page has no block of ${language}`);
  return snippet;
}

/** Runs a snippet. @returns its verdict on each vector */
export async function run(
  program: Program,
  snippet: string,
  vectors: readonly Vector[],
): Promise<boolean[]> {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-'));
  try {
    const files = { ...program.files(snippet), 'vectors.json': JSON.stringify(vectors) };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(folder, name, '..'), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const { stdout } = await promisify(execFile)(program.command, [...program.args], {
      cwd: folder,
      timeout: 120_000,
    });
    return stdout
      .trim()
      .split('\n')
      .map((word) => word === 'true');
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
    throw new Error(
      `\`${program.command}\` is needed to run a program of docs/webhooks.md, and is not on this machine's PATH.`,
      { cause: error },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
