import {
  InvalidArgumentError,
  type Experimental_VideoModelV4 as VideoModelV4,
  type Experimental_VideoModelV4CallOptions as CallOptions,
  type Experimental_VideoModelV4OperationStartResult as StartResult,
  type Experimental_VideoModelV4OperationStatusResult as StatusResult,
  type Experimental_VideoModelV4Result as Result,
  type Experimental_VideoModelV4VideoData as VideoData,
  type SharedV4Warning,
} from '@ai-sdk/provider';
import type { CreateVideo } from '../endpoints.js';
import type { CompletedGeneration } from '../generations.js';
import { hasEnded } from '../poll.js';
import { callAt } from './errors.js';
import { fitClip } from './fit-size.js';
import { create, locate, readFile, readModels, wait } from './generate.js';
import { readCall, readHeaders, type ReadCall } from './options.js';
import { describeFailure, isCompleted, readOperation } from './operation.js';
import { describeGeneration, describeResponse, listDifferences, warnOf } from './results.js';
import { runEach } from './run-each.js';
import { NAME, PER_CALL_MAX, type Connection } from './settings.js';
import { writeVideoFields } from './video-body.js';

type WebhookOptions = Parameters<NonNullable<VideoModelV4['handleWebhookOption']>>[0];
type StatusOptions = Parameters<NonNullable<VideoModelV4['doStatus']>>[0];

/** A video model of the service. */
export class MediaVideoModel implements VideoModelV4 {
  readonly specificationVersion = 'v4';
  readonly provider = `${NAME}.video`;
  readonly maxVideosPerCall = PER_CALL_MAX;

  constructor(
    readonly modelId: string,
    private readonly connection: Connection,
  ) {}

  /** Generates videos, and returns their files. */
  async doGenerate(options: CallOptions): Promise<Result> {
    const { client } = this.connection;
    const warnings: SharedV4Warning[] = [];
    const call = readCall<CreateVideo>(options);
    const body = await this.buildBody(options, call, warnings);
    const made = await runEach(options.n, options.abortSignal, async (index) => {
      const { id } = await create(client, client.videos, body, call, index);
      const generation = await wait(client, id, call.waiting);
      return { generation, video: await this.read(generation, options.abortSignal) };
    });
    const generations = made.values.map(({ generation }) => generation);
    return {
      videos: made.values.map(({ video }) => video),
      warnings: [...warnings, ...made.warnings, ...generations.flatMap(listDifferences)],
      providerMetadata: { [NAME]: { videos: generations.map(describeGeneration) } },
      response: describeResponse(this.modelId, generations[0]),
    };
  }

  /** Reports that the service sends webhooks. */
  async handleWebhookOption({ webhook }: WebhookOptions) {
    const { url, received } = await webhook();
    return { webhookUrl: url, received };
  }

  /** Starts videos, and returns their ids, which another process can use to get them. */
  async doStart(options: CallOptions & { webhookUrl?: string }): Promise<StartResult> {
    const { n, webhookUrl, abortSignal } = options;
    if (webhookUrl !== undefined && n > 1) {
      throw new InvalidArgumentError({
        argument: 'n',
        message: 'A webhook reports one video. Set maxVideosPerCall to 1, or start each by a call.',
      });
    }
    const { client } = this.connection;
    const warnings: SharedV4Warning[] = [];
    const call = readCall<CreateVideo>(options);
    for (const name of ['cancelOnAbort', 'timeoutMs'] as const) {
      if (call.waiting[name] === undefined) continue;
      warnings.push(warnOf(`providerOptions.${NAME}.${name}`, 'A start does not wait.'));
    }
    const fields = await this.buildBody(options, call, warnings);
    const body = webhookUrl === undefined ? fields : { ...fields, webhook_url: webhookUrl };
    const made = await runEach(n, abortSignal, (index) =>
      create(client, client.videos, body, call, index),
    );
    const generationIds = made.values.map(({ id }) => id);
    const credits = made.values.reduce((sum, one) => sum + one.credits, 0);
    return {
      operation: { generationIds },
      warnings: [...warnings, ...made.warnings],
      providerMetadata: { [NAME]: { generationIds, credits } },
      response: describeResponse(this.modelId, made.values[0]),
    };
  }

  /** Reads the state of started videos, and their files once all have ended. */
  async doStatus({ operation, abortSignal, headers }: StatusOptions): Promise<StatusResult> {
    const { client } = this.connection;
    const sending = { headers: readHeaders(headers).headers, signal: abortSignal };
    const generations = await Promise.all(
      readOperation(operation).map((id) =>
        callAt(locate(client, id), () => client.generations.get(id, sending)),
      ),
    );
    const response = describeResponse(this.modelId, generations[0]);
    if (!generations.every(hasEnded)) return { status: 'pending', response };
    const providerMetadata = { [NAME]: { videos: generations.map(describeGeneration) } };
    const completed = generations.filter(isCompleted);
    const failures = generations.filter((one) => !isCompleted(one)).map(describeFailure);
    if (completed.length === 0) {
      return { status: 'error', error: failures.join(' '), providerMetadata, response };
    }
    const videos: VideoData[] = [];
    for (const one of completed) videos.push(await this.read(one, abortSignal));
    const warnings = [
      ...failures.map((message) => ({ type: 'other' as const, message })),
      ...completed.flatMap(listDifferences),
    ];
    return { status: 'completed', videos, warnings, providerMetadata, response };
  }

  private async buildBody(
    options: CallOptions,
    { fields: given }: ReadCall<CreateVideo>,
    warnings: SharedV4Warning[],
  ): Promise<CreateVideo> {
    const { resolution } = options;
    const size = resolution ? await this.fit(resolution) : null;
    if (size) warnings.push(...size.warnings);
    const body: Record<string, unknown> = {
      model: this.modelId,
      ...size?.fields,
      ...writeVideoFields(options, warnings),
      ...given,
    };
    return body as CreateVideo;
  }

  /** Fits a size to the model; the API refuses an unknown model later. */
  private async fit(resolution: string): Promise<ReturnType<typeof fitClip>> {
    const models = await readModels(this.connection.client);
    const model = models.video.find(({ id }) => id === this.modelId);
    return fitClip(resolution, model ?? { aspect_ratios: [], resolutions: [] });
  }

  private async read(
    { id, result: { url } }: CompletedGeneration,
    signal: AbortSignal | undefined,
  ): Promise<VideoData> {
    const { client, videoData } = this.connection;
    const mediaType = 'video/mp4';
    if (videoData === 'url') return { type: 'url', url, mediaType };
    return { type: 'binary', data: await readFile(client, id, url, signal), mediaType };
  }
}
