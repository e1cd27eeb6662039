import type {
  ImageModelV4,
  ImageModelV4CallOptions,
  ImageModelV4Result,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { CreateImage } from '../endpoints.js';
import { fitImage } from './fit-size.js';
import { create, readFile, readModels, wait } from './generate.js';
import { toMediaField } from './media-field.js';
import { readCall } from './options.js';
import { describeGeneration, describeResponse, listDifferences, warnOf } from './results.js';
import { runEach } from './run-each.js';
import { NAME, PER_CALL_MAX, type Connection } from './settings.js';

/** The image model of the service. */
export class MediaImageModel implements ImageModelV4 {
  readonly specificationVersion = 'v4';
  readonly provider = `${NAME}.image`;
  readonly maxImagesPerCall = PER_CALL_MAX;
  readonly supportsFileInputs = true;
  readonly supportsMaskInputs = false;

  constructor(
    readonly modelId: string,
    private readonly connection: Connection,
  ) {}

  /** Generates images, and returns their files. */
  async doGenerate(options: ImageModelV4CallOptions): Promise<ImageModelV4Result> {
    const { client } = this.connection;
    const { abortSignal: signal } = options;
    const call = readCall<CreateImage>(options);
    const warnings: SharedV4Warning[] = [];
    const body = await this.buildBody(options, call.fields, warnings);
    const made = await runEach(options.n, signal, async (index) => {
      const { id } = await create(client, client.images, body, call, index);
      const generation = await wait(client, id, call.waiting);
      return { generation, file: await readFile(client, id, generation.result.url, signal) };
    });
    const generations = made.values.map(({ generation }) => generation);
    return {
      images: made.values.map(({ file }) => file),
      warnings: [...warnings, ...made.warnings, ...generations.flatMap(listDifferences)],
      providerMetadata: { [NAME]: { images: generations.map(describeGeneration) } },
      response: describeResponse(this.modelId, generations[0]),
    };
  }

  private async buildBody(
    { prompt, size, aspectRatio, seed, files, mask }: ImageModelV4CallOptions,
    given: Partial<CreateImage>,
    warnings: SharedV4Warning[],
  ): Promise<CreateImage> {
    const [scene, ...references] = (files ?? []).map(toMediaField);
    const fitted = size && fitImage(size, (await readModels(this.connection.client)).image);
    if (fitted) warnings.push(...fitted.warnings);
    if (mask) warnings.push(warnOf('mask', 'The prompt says what to change in the picture.'));
    const body: Record<string, unknown> = {
      ...(fitted && fitted.fields),
      ...(prompt !== undefined && { prompt }),
      ...(aspectRatio && { aspect_ratio: aspectRatio }),
      ...(seed !== undefined && { seed }),
      ...(scene !== undefined && { scene_image: scene, edit: true }),
      ...(references.length > 0 && { reference_images: references.map((image) => ({ image })) }),
      ...given,
    };
    return body;
  }
}
