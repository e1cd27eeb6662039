import {
  checkFileSize,
  checkNumber,
  checkObject,
  checkOneOf,
  checkWords,
  seed,
  type Fields,
} from './field-checks.js';

/** Builds the input of a Kokoro endpoint, which has one language and its own voices. */
const buildKokoro = (...voices: readonly string[]): Fields => ({
  required: { prompt: checkWords(100_000), voice: checkOneOf(...voices) },
  optional: { speed: checkNumber(0.1, 5) },
});

/** Voices that the documentation of MiniMax's endpoints names. */
const MINIMAX_VOICES =
  'Wise_Woman Friendly_Person Inspirational_girl Deep_Voice_Man Calm_Woman Casual_Guy Lively_Girl Patient_Man Young_Knight Determined_Man Lovely_Girl Decent_Boy Imposing_Manner Elegant_Man Abbess Sweet_Girl_2 Exuberant_Girl'.split(
    ' ',
  );

const MINIMAX: Fields = {
  required: { text: checkWords(5_000) },
  optional: {
    voice_setting: checkObject({
      required: {},
      optional: {
        voice_id: checkOneOf(...MINIMAX_VOICES),
        speed: checkNumber(0.5, 2),
        vol: checkNumber(0, 10),
        pitch: checkNumber(-12, 12),
      },
    }),
    audio_setting: checkObject({
      required: {},
      optional: {
        format: checkOneOf('mp3', 'pcm', 'flac'),
        sample_rate: checkOneOf('8000', '16000', '22050', '24000', '32000', '44100'),
        channel: checkOneOf('1', '2'),
        bitrate: checkOneOf('32000', '64000', '128000', '256000'),
      },
    }),
    language_boost: checkOneOf(
      ...'auto English German French Spanish Italian Portuguese Japanese Chinese Korean'.split(' '),
    ),
    // With `hex`, the answer has no file; this stand-in makes files only.
    output_format: checkOneOf('url'),
  },
};

const SYNC: Fields = {
  required: {
    video_url: checkFileSize(500_000_000, 'video/mp4'),
    audio_url: checkFileSize(100_000_000, 'audio/wav', 'audio/mpeg'),
  },
  optional: {
    model: checkOneOf('lipsync-2', 'lipsync-2-pro'),
    sync_mode: checkOneOf('cut_off', 'loop', 'bounce', 'silence', 'remap'),
  },
};

/** Types and size of a recording that an endpoint fetches. */
const RECORDING = checkFileSize(15_000_000, 'audio/wav', 'audio/mpeg');

/** The tuning of Chatterbox's endpoints. */
const TUNING = {
  exaggeration: checkNumber(0, 2),
  temperature: checkNumber(0.05, 5),
  seed,
};

const CHATTERBOX: Fields = {
  required: { text: checkWords(5_000) },
  optional: { ...TUNING, audio_url: RECORDING, cfg: checkNumber(0, 1) },
};

/** Here `voice` is a language, or the URL of a recording in `custom_audio_language`. */
const CHATTERBOX_MULTILINGUAL: Fields = {
  required: { text: checkWords(300) },
  optional: {
    ...TUNING,
    voice: RECORDING,
    cfg_scale: checkNumber(0, 1),
    custom_audio_language: checkOneOf(
      ...'english arabic danish german greek spanish finnish french hebrew hindi italian japanese korean malay dutch norwegian polish portuguese russian swedish swahili turkish chinese'.split(
        ' ',
      ),
    ),
  },
};

/** The inputs of the endpoints for speech and lip sync, like `ENDPOINT_FIELDS`. */
export const SPEECH_FIELDS: Readonly<Record<string, Fields>> = {
  'fal-ai/kokoro/american-english': buildKokoro(
    ...'af_heart af_alloy af_aoede af_bella af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa'.split(
      ' ',
    ),
  ),
  'fal-ai/kokoro/british-english': buildKokoro(
    ...'bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis'.split(' '),
  ),
  'fal-ai/kokoro/french': buildKokoro('ff_siwis'),
  'fal-ai/kokoro/spanish': buildKokoro('ef_dora', 'em_alex', 'em_santa'),
  'fal-ai/kokoro/italian': buildKokoro('if_sara', 'im_nicola'),
  'fal-ai/kokoro/brazilian-portuguese': buildKokoro('pf_dora', 'pm_alex', 'pm_santa'),
  'fal-ai/kokoro/japanese': buildKokoro(
    ...'jf_alpha jf_gongitsune jf_nezumi jf_tebukuro jm_kumo'.split(' '),
  ),
  'fal-ai/kokoro/mandarin-chinese': buildKokoro(
    ...'zf_xiaobei zf_xiaoni zf_xiaoxiao zf_xiaoyi zm_yunjian zm_yunxi zm_yunxia zm_yunyang'.split(
      ' ',
    ),
  ),
  'fal-ai/minimax/speech-02-hd': MINIMAX,
  'fal-ai/chatterbox/text-to-speech': CHATTERBOX,
  'fal-ai/chatterbox/text-to-speech/multilingual': CHATTERBOX_MULTILINGUAL,
  'fal-ai/sync-lipsync/v2': SYNC,
};
