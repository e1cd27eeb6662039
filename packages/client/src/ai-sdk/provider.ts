import {
  NoSuchModelError,
  type Experimental_VideoModelV4 as VideoModelV4,
  type ImageModelV4,
  type ProviderV4,
} from '@ai-sdk/provider';
import { MediaClient } from '../client.js';
import type { CreateVideo } from '../endpoints.js';
import { MediaImageModel } from './image-model.js';
import type { MediaPlatformSettings } from './settings.js';
import { MediaVideoModel } from './video-model.js';

const IMAGE_MODEL = 'service-image';

/** Provider of images and videos for the AI SDK. */
export interface MediaPlatformProvider extends ProviderV4 {
  /** The models' client, for all other calls of the API. */
  readonly client: MediaClient;
  /** Returns the image model. @throws {NoSuchModelError} if it is not `service-image` */
  imageModel(modelId?: string): ImageModelV4;
  /**
   * Returns a video model. If the service does not have the model, its calls fail without a charge.
   */
  videoModel(modelId: CreateVideo['model'] | (string & {})): VideoModelV4;
}

/**
 * Creates a provider for the AI SDK. Its models retry by themselves, with one idempotency key per
 * call.
 */
export function createMediaPlatform(settings: MediaPlatformSettings): MediaPlatformProvider {
  const { videoData = 'binary', ...options } = settings;
  const client = new MediaClient(options);
  const connection = { client, videoData };
  const refuse = (modelType: 'languageModel' | 'embeddingModel') => (modelId: string) => {
    throw new NoSuchModelError({ modelId, modelType });
  };
  return {
    specificationVersion: 'v4',
    client,
    imageModel(modelId = IMAGE_MODEL) {
      if (modelId === IMAGE_MODEL) return new MediaImageModel(modelId, connection);
      const message = `No such imageModel: ${modelId}. The image model is ${IMAGE_MODEL}.`;
      throw new NoSuchModelError({ modelId, modelType: 'imageModel', message });
    },
    videoModel: (modelId) => new MediaVideoModel(modelId, connection),
    languageModel: refuse('languageModel'),
    embeddingModel: refuse('embeddingModel'),
  };
}
