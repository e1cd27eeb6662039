import type { CreateImage, CreateVideo } from '../api/contract';

/** A generation request's path and body. */
export interface GenerationRequest {
  readonly path: '/v1/images' | '/v1/videos';
  readonly body: CreateImage | CreateVideo;
}

/**
 * Languages of the code samples. Each sample runs unchanged if `API_KEY` is in the environment: it
 * sends the request with a new idempotency key, polls until the generation ends, and prints the
 * file's URL or the error.
 */
export const CODE_LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** Poll intervals in seconds, as the API reference recommends. */
const PAUSES = { '/v1/images': 3, '/v1/videos': 10 } as const;

interface SampleRequest extends GenerationRequest {
  readonly origin: string;
  readonly pause: number;
}

export function writeCode(
  language: CodeLanguage,
  origin: string,
  { path, body }: GenerationRequest,
): string {
  const sample = { origin, path, body, pause: PAUSES[path] };
  if (language === 'curl') return writeCurl(sample);
  return language === 'TypeScript' ? writeTypeScript(sample) : writePython(sample);
}

/** Closes the shell string at a single quote, adds an escaped quote and opens it again. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const writeCurl = ({ origin, path, body, pause }: SampleRequest) => `API_URL=${origin}
ANSWER=$(curl -sS $API_URL${path} \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(date +%s)-$RANDOM" \\
  -d ${quoteForShell(JSON.stringify(body, null, 2))})

# Poll until done (or use a webhook).
ID=$(printf '%s' "$ANSWER" | grep -o 'gen_[A-Za-z0-9]*' | head -n 1)
while printf '%s' "$ANSWER" | grep -q '"completed_at":null'; do
  sleep ${pause}
  ANSWER=$(curl -sS --retry 5 $API_URL/v1/generations/$ID -H "Authorization: Bearer $API_KEY")
done
printf '%s\\n' "$ANSWER"
`;

const writeTypeScript = ({
  origin,
  path,
  body,
  pause,
}: SampleRequest) => `const API_URL = ${JSON.stringify(origin)};
const headers = {
  Authorization: \`Bearer \${process.env.API_KEY}\`,
  "Content-Type": "application/json",
};

async function generate(): Promise<void> {
  const answer = await fetch(\`\${API_URL}${path}\`, {
    method: "POST",
    // Retry with the same key if no response arrives: you are charged once.
    headers: { ...headers, "Idempotency-Key": crypto.randomUUID() },
    body: JSON.stringify(${indent(JSON.stringify(body, null, 2), 4)}),
  });
  let generation: any = await answer.json();
  if (!answer.ok) throw new Error(generation.error.message);

  // Poll until done (or use a webhook).
  while (generation.completed_at === null) {
    await new Promise((resolve) => setTimeout(resolve, ${pause}_000));
    const next = await fetch(\`\${API_URL}/v1/generations/\${generation.id}\`, { headers });
    if (next.ok) generation = await next.json();
    // Repeating helps only after a rate limit or an error of the server.
    else if (next.status < 500 && next.status !== 429) throw new Error(await next.text());
  }
  console.log(generation.result?.url ?? generation.error.message);
}

void generate();
`;

const writePython = ({ origin, path, body, pause }: SampleRequest) => `import json, os, time, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API_URL = ${JSON.stringify(origin)}
HEADERS = {
    "Authorization": f"Bearer {os.environ['API_KEY']}",
    "Content-Type": "application/json",
}


def call(path, body=None, headers={}):
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(API_URL + path, data, {**HEADERS, **headers})) as answer:
            return json.load(answer)
    except HTTPError as refusal:
        raise SystemExit(refusal.read().decode())


generation = call(
    "${path}",
    ${indent(toPython(body), 4)},
    # Retry with the same key if no response arrives: you are charged once.
    {"Idempotency-Key": str(uuid.uuid4())},
)
# Poll until done (or use a webhook).
while generation["completed_at"] is None:
    time.sleep(${pause})
    generation = call(f"/v1/generations/{generation['id']}")

print(generation["result"]["url"] if generation["result"] else generation["error"]["message"])
`;

const indent = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** JSON is valid Python except for three literals. Strings stay unchanged. */
const toPython = (body: object) =>
  JSON.stringify(body, null, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|\b(true|false|null)\b/g,
    (whole, word: string | undefined) =>
      word ? ({ true: 'True', false: 'False', null: 'None' }[word] ?? whole) : whole,
  );
