import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildOpenApi } from '../../api/openapi.js';
import { DOCUMENTED_ROUTES } from '../../api/documented-routes.js';

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
}
interface Content {
  readonly content?: Record<string, { readonly schema: { $ref?: string }; example?: unknown }>;
}
interface Answer extends Content {
  readonly $ref?: string;
  readonly description: string;
  readonly headers: Record<string, { readonly $ref: string }>;
}
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: string[];
  /** Security of the operation; without it, the security of the document applies. */
  readonly security?: Record<string, unknown>[];
  readonly parameters: Parameter[];
  readonly requestBody?: Content & { readonly description: string };
  readonly responses: Record<string, Answer>;
}
export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: { readonly url: string }[];
  readonly tags: { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks: Record<string, { readonly post: Operation }>;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly responses: Record<string, Answer>;
    readonly parameters: Record<string, Parameter>;
    readonly headers: Record<string, { readonly description: string }>;
    readonly securitySchemes: Record<string, object>;
  };
  readonly security: Record<string, unknown>[];
}

/** The URL in the committed document. */
export const SERVER = 'http://localhost:8080';
export const document = buildOpenApi(DOCUMENTED_ROUTES, SERVER) as unknown as Document;

export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** Lists the successful responses of an operation. */
export const successesOf = ({ responses }: Operation) =>
  Object.entries(responses).flatMap(([status, answer]) => (Number(status) < 300 ? [answer] : []));

/** Returns the target of a reference. Returns any other value unchanged. */
export function resolved<T>(node: T): T {
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) return node;
  const steps = $ref.replace('#/', '').split('/');
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as T;
}

/** Finds every value with this property name, anywhere in the document. */
export function membersNamed(name: string, node: unknown): unknown[] {
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === name ? [value] : membersNamed(name, value),
  );
}

/** Shared by all schemas, so that a schema with many references is compiled only once. */
let compiler: Ajv2020 | null = null;

/** Compiles schemas of the document with its references. */
export function validatorOf(schema: object) {
  compiler ??= createCompiler();
  return compiler.compile(forAjv(schema));
}

function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    discriminator: true,
    // The compiled schemas run so rarely that optimisation costs more time than it saves.
    code: { optimize: false },
  });
  ajv.addFormat('uri', (text: string) => URL.canParse(text));
  ajv.addVocabulary(['components', 'example', 'x-enum-varnames']);
  return ajv.addSchema(
    forAjv({ $id: 'document', components: { schemas: document.components.schemas } }),
  );
}

/** Removes the mapping, because Ajv finds the branches of a discriminator by itself. */
const forAjv = (schema: object): object => {
  const text = JSON.stringify(schema, (key, value) => (key === 'mapping' ? undefined : value));
  return JSON.parse(text.replaceAll('"#/components', '"document#/components')) as object;
};
