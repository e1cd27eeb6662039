import type { CatalogueSource } from './model-source.js';

/** The facts that an adapter needs to order a clip. Plain data, a part of the model's row. */
interface FamilyOrder<Family extends string> {
  /** Which fields the endpoint takes: the adapter has code for each family. */
  readonly family: Family;
  /** Limit of a prompt in characters; absent where no page of the vendor names one. */
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

/** All models of OpenRouter take the same fields. */
export interface OpenRouterOrder {
  readonly promptMax?: number;
  /** The name of the model contains the resolution, which is then not sent. */
  readonly isResolutionInName?: true;
}

/** The video providers, and the facts that each needs. */
export interface VendorOrders {
  /** A self-hosted server has a workflow file for each model. */
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
