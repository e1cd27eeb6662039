import type { CatalogueSource } from './model-source.js';

/** Metadata that an adapter needs to order a clip. Plain data that is part of the model's row. */
interface FamilyOrder<Family extends string> {
  /** The set of fields that the endpoint accepts. The adapter has code for each family. */
  readonly family: Family;
  /** Maximum prompt characters; absent if the vendor's pages do not mention a limit. */
  readonly promptMax?: number;
}

export type FalFamily =
  | 'gemini-omni'
  | 'kling'
  | 'minimax'
  | 'motion-control'
  | 'seedance'
  | 'veo'
  | 'wan';

export type KieFamily = FalFamily | 'grok';

/** Order metadata for OpenRouter, where all models accept the same fields. */
export interface OpenRouterOrder {
  readonly promptMax?: number;
  /** Set if the model's name contains the resolution, which is then not sent. */
  readonly isResolutionInName?: true;
}

/** The video providers, and the metadata that each provider needs. */
export interface VendorOrders {
  /** Null, because a self-hosted server has a workflow file for each model. */
  readonly comfyui: null;
  readonly fal: FamilyOrder<FalFamily>;
  readonly kie: FamilyOrder<KieFamily>;
  readonly openrouter: OpenRouterOrder;
}

export type VideoProvider = keyof VendorOrders;

/** A source of a video model at one provider. */
export interface SourceAt<Provider extends VideoProvider> extends CatalogueSource {
  readonly provider: Provider;
  readonly order: VendorOrders[Provider];
}

/** A source of a video model. */
export type VideoSource = { [Provider in VideoProvider]: SourceAt<Provider> }[VideoProvider];
