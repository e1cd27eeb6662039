/** An input linked from another node, by type. */
type Link = 'MODEL' | 'CLIP' | 'VAE' | 'IMAGE' | 'VIDEO' | 'AUDIO' | 'CONDITIONING' | 'LATENT';

/** A widget's values; a file must be in the input folder. */
type Widget =
  | { readonly kind: 'INT'; readonly min: number; readonly max: number }
  | { readonly kind: 'FLOAT' }
  | { readonly kind: 'STRING' }
  | { readonly kind: 'COMBO'; readonly options: readonly string[] }
  | { readonly kind: 'FILE'; readonly picture: boolean };

/** A node class, as described by `GET /object_info`. */
export interface NodeClass {
  readonly inputs: Readonly<Record<string, Link | Widget>>;
  readonly optional?: readonly string[];
  readonly outputs: readonly Link[];
  /** Extension of the files that the node saves; absent if it does not save files. */
  readonly saves?: 'png' | 'mp4' | 'webm';
  /** Whether the node saves only a preview. */
  readonly preview?: boolean;
}

const intWidget = (min: number, max: number): Widget => ({ kind: 'INT', min, max });
const comboWidget = (...options: readonly string[]): Widget => ({ kind: 'COMBO', options });
const FLOAT: Widget = { kind: 'FLOAT' };
const STRING: Widget = { kind: 'STRING' };
const SIDE = intWidget(16, 16_384);

/**
 * ComfyUI's core nodes (nodes.py and comfy_extras in its repository, October 2025) on a server with
 * these model files.
 */
export const NODES: Readonly<Record<string, NodeClass>> = {
  CheckpointLoaderSimple: {
    inputs: { ckpt_name: comboWidget('sd_xl_base_1.0.safetensors') },
    outputs: ['MODEL', 'CLIP', 'VAE'],
  },
  UNETLoader: {
    inputs: {
      unet_name: comboWidget('wan2.2_ti2v_5B_fp16.safetensors'),
      weight_dtype: comboWidget('default', 'fp8_e4m3fn', 'fp8_e4m3fn_fast', 'fp8_e5m2'),
    },
    outputs: ['MODEL'],
  },
  CLIPLoader: {
    inputs: {
      clip_name: comboWidget('umt5_xxl_fp8_e4m3fn_scaled.safetensors'),
      type: comboWidget('stable_diffusion', 'sd3', 'ltxv', 'wan', 'qwen_image'),
    },
    outputs: ['CLIP'],
  },
  VAELoader: { inputs: { vae_name: comboWidget('wan2.2_vae.safetensors') }, outputs: ['VAE'] },
  ModelSamplingSD3: { inputs: { model: 'MODEL', shift: FLOAT }, outputs: ['MODEL'] },
  CLIPTextEncode: { inputs: { text: STRING, clip: 'CLIP' }, outputs: ['CONDITIONING'] },
  EmptyLatentImage: {
    inputs: { width: SIDE, height: SIDE, batch_size: intWidget(1, 4_096) },
    outputs: ['LATENT'],
  },
  LoadImage: { inputs: { image: { kind: 'FILE', picture: true } }, outputs: ['IMAGE'] },
  LoadAudio: { inputs: { audio: { kind: 'FILE', picture: false } }, outputs: ['AUDIO'] },
  LoadVideo: { inputs: { file: { kind: 'FILE', picture: false } }, outputs: ['VIDEO'] },
  ImageScale: {
    inputs: {
      image: 'IMAGE',
      width: SIDE,
      height: SIDE,
      upscale_method: comboWidget('nearest-exact', 'bilinear', 'area', 'bicubic', 'lanczos'),
      crop: comboWidget('disabled', 'center'),
    },
    outputs: ['IMAGE'],
  },
  VAEEncode: { inputs: { pixels: 'IMAGE', vae: 'VAE' }, outputs: ['LATENT'] },
  KSampler: {
    inputs: {
      model: 'MODEL',
      positive: 'CONDITIONING',
      negative: 'CONDITIONING',
      latent_image: 'LATENT',
      seed: intWidget(0, Number.MAX_SAFE_INTEGER),
      steps: intWidget(1, 10_000),
      cfg: FLOAT,
      sampler_name: comboWidget('euler', 'dpmpp_2m', 'uni_pc'),
      scheduler: comboWidget('simple', 'normal', 'karras'),
      denoise: FLOAT,
    },
    outputs: ['LATENT'],
  },
  Wan22ImageToVideoLatent: {
    inputs: {
      vae: 'VAE',
      width: intWidget(32, 16_384),
      height: intWidget(32, 16_384),
      length: intWidget(1, 16_384),
      batch_size: intWidget(1, 4_096),
      start_image: 'IMAGE',
    },
    optional: ['start_image'],
    outputs: ['LATENT'],
  },
  VAEDecode: { inputs: { samples: 'LATENT', vae: 'VAE' }, outputs: ['IMAGE'] },
  CreateVideo: {
    inputs: { images: 'IMAGE', fps: FLOAT, audio: 'AUDIO' },
    optional: ['audio'],
    outputs: ['VIDEO'],
  },
  SaveImage: {
    inputs: { images: 'IMAGE', filename_prefix: STRING },
    outputs: [],
    saves: 'png',
  },
  PreviewImage: { inputs: { images: 'IMAGE' }, outputs: [], saves: 'png', preview: true },
  SaveVideo: {
    inputs: {
      video: 'VIDEO',
      filename_prefix: STRING,
      format: comboWidget('auto', 'mp4'),
      codec: comboWidget('auto', 'h264'),
    },
    outputs: [],
    saves: 'mp4',
  },
  SaveWEBM: {
    inputs: {
      images: 'IMAGE',
      filename_prefix: STRING,
      codec: comboWidget('vp9', 'av1'),
      fps: FLOAT,
      crf: FLOAT,
    },
    outputs: [],
    saves: 'webm',
  },
};
