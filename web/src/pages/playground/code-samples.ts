import type { DraftRequest } from './draft';

/** The request as code, ready to paste. `$API_KEY` stands for a key of the account. */
export const CODE_LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

export function writeCode(
  language: CodeLanguage,
  origin: string,
  { path, body }: Pick<DraftRequest, 'path' | 'body'>,
): string {
  const url = `${origin}${path}`;
  if (language === 'curl') return writeCurl(url, body);
  return language === 'TypeScript' ? writeTypeScript(url, body) : writePython(url, body);
}

/** A single quote ends a text of the shell; this closes, writes one, and opens again. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const writeCurl = (url: string, body: object) => `curl -sS ${url} \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(date +%s)-$RANDOM" \\
  -d ${quoteForShell(JSON.stringify(body, null, 2))}`;

const writeTypeScript = (url: string, body: object) => `const answer = await fetch("${url}", {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${process.env.API_KEY}\`,
    "Content-Type": "application/json",
    "Idempotency-Key": crypto.randomUUID(),
  },
  body: JSON.stringify(${indent(JSON.stringify(body, null, 2), 2)}),
});
const generation = await answer.json();
console.log(generation.id, generation.status);`;

const writePython = (url: string, body: object) => `import os, uuid, requests

answer = requests.post(
    "${url}",
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    json=${indent(toPython(body), 4)},
)
answer.raise_for_status()
generation = answer.json()
print(generation["id"], generation["status"])`;

const indent = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** JSON is Python, but for its three words; texts are left as they are. */
const toPython = (body: object) =>
  JSON.stringify(body, null, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(true|false|null)\b/g,
    (whole, word: string | undefined) =>
      word ? ({ true: 'True', false: 'False', null: 'None' }[word] ?? whole) : whole,
  );
