import { DELIVERY_ERRORS, PAST_DELIVERY_ERRORS } from '../../domain/catalogue/delivery-states.js';
import { RETRY_DELAYS_MS } from '../../domain/catalogue/webhook-times.js';
import { EVENTS, type EventType } from '../../domain/catalogue/event-types.js';
import { IMAGE_MODEL_ID } from '../../domain/catalogue/image-model.js';
import { buildEventBody } from '../../domain/webhooks/emit-event.js';
import { presentSpeech } from '../../domain/contract/speech.js';
import { SPEECH_MODEL_ID } from '../../domain/catalogue/speech-model.js';
import { buildWorkPath } from '../../domain/contract/work.js';
import { summariseImage } from '../../domain/contract/image.js';
import { presentGeneration, type GenerationView } from '../../domain/contract/generation.js';

/** Builds the parts of docs/webhooks.md that are generated from code, by their marker. */
export function sections(): Readonly<Record<string, string>> {
  return { retries: retries(), errors: errors(), events: events() };
}

/** Inserts the sections between their markers. @throws {Error} when a marker is missing */
export function withSections(text: string): string {
  return Object.entries(sections()).reduce((page, [name, section]) => {
    const marks = new RegExp(`(<!-- ${name}:begin -->\n)[^]*?(<!-- ${name}:end -->)`);
    if (!marks.test(page)) throw new Error(`docs/webhooks.md has no marks of "${name}"`);
    return page.replace(marks, (_, begin: string, end: string) => `${begin}${section}\n${end}`);
  }, text);
}

function retries(): string {
  let total = 0;
  const rows = [0, ...RETRY_DELAYS_MS].map((delay, index) => {
    total += delay / 60_000;
    const wait = index === 0 ? 'immediately' : `after ${delay / 60_000} min`;
    return `| ${index + 1} | ${wait} | ${total} min |`;
  });
  return ['| Attempt | Wait | Since the event |', '|---|---|---|', ...rows].join('\n');
}

function errors(): string {
  const all = { ...DELIVERY_ERRORS, ...PAST_DELIVERY_ERRORS };
  const rows = Object.entries(all).map(([code, text]) => `| \`${code}\` | ${text} |`);
  return ['| `last_error` | Action |', '|---|---|', ...rows].join('\n');
}

/** Builds an example of each event that this service emits, except the events of social posts. */
export function examples(): Partial<Record<EventType, string>> {
  const id = `gen_${'0123456789abcdef'.repeat(2)}`;
  const speechId = id.replace('gen', 'spc');
  const account = `acc_${'0'.repeat(32)}`;
  const example = (type: EventType, eventId: string, data: unknown) =>
    buildEventBody({ id: eventId, type, at: new Date(COMPLETED), data });
  const links = {
    mediaUrl: (key: string) => `https://media.example.com/${key}`,
    libraryUrl: (own: string) => `https://api.example.com/app/library/${own}`,
    generationUrl: (own: string) => `https://api.example.com${buildWorkPath(own)}`,
  };
  return {
    'generation.completed': example(
      'generation.completed',
      `evt_gen_${id}_completed`,
      presentGeneration({ ...GENERATION, id, ...DONE }, links),
    ),
    'generation.failed': example(
      'generation.failed',
      `evt_gen_${id}_failed`,
      presentGeneration({ ...GENERATION, id, ...FAILED }, links),
    ),
    'speech.completed': example(
      'speech.completed',
      `evt_spc_${speechId}_completed`,
      presentSpeech({ ...SPEECH, id: speechId, ...SPOKEN }, links),
    ),
    'speech.failed': example(
      'speech.failed',
      `evt_spc_${speechId}_failed`,
      presentSpeech({ ...SPEECH, id: speechId, ...FAILED, timeline: SPEECH_STOPPED }, links),
    ),
    'credits.low': example('credits.low', `evt_low_${account}_20261120`, {
      balance: 18,
      threshold: 20,
    }),
  };
}

const CREATED = 1_763_700_000_000;
const COMPLETED = CREATED + 9_000;

const GENERATION: Omit<GenerationView, 'id' | 'status' | 'outputKey' | 'thumbnailKey'> = {
  type: 'image',
  model: IMAGE_MODEL_ID,
  credits: 2,
  refundedCredits: 0,
  error: null,
  request: summariseImage({ prompt: 'a red fox in snow', aspect_ratio: '1:1' }, 1_234_567),
  inputs: [],
  options: {},
  metadata: { order: '42' },
  title: null,
  favorite: false,
  timeline: [],
  makers: {},
  createdAt: new Date(CREATED),
  completedAt: new Date(COMPLETED),
};

const SPEECH: typeof GENERATION = {
  ...GENERATION,
  type: 'speech',
  model: SPEECH_MODEL_ID,
  request: { prompt: null, character_id: null, product_id: null, seed: 1 },
  options: {
    spoken: {
      text: 'Good morning. The train leaves at nine.',
      voiceKey: 'grace',
      language: 'en-US',
      speed: 1,
      format: 'mp3',
    },
  },
};

const SPOKEN = {
  status: 'completed',
  makers: { speech: { provider: 'fal', attempt: 1 } },
  outputKey: `outputs/spc_${'0'.repeat(32)}/${'0'.repeat(32)}.mp3`,
  thumbnailKey: null,
  outputFacts: { bytes: 24_084, durationSeconds: 2.916 },
} as const;

const DONE = {
  status: 'completed',
  makers: { image: { provider: 'fal', attempt: 1 } },
  outputKey: 'outputs/fox.webp',
  thumbnailKey: 'outputs/fox-thumb.webp',
} as const;

const FAILED = {
  status: 'failed' as const,
  outputKey: null,
  thumbnailKey: null,
  refundedCredits: 2,
  error: {
    code: 'PROVIDER_ERROR' as const,
    message: 'Every provider of this model failed. The price was refunded; try again later.',
  },
  timeline: [
    {
      at: COMPLETED,
      stage: 'image_generation' as const,
      resolution: 'stopped' as const,
      status: 502,
      message: 'Bad gateway. Stopped.',
    },
  ],
};

const SPEECH_STOPPED = FAILED.timeline.map((line) => ({
  ...line,
  stage: 'speech_generation' as const,
}));

function events(): string {
  const found = examples();
  return Object.entries(EVENTS)
    .map(([type, { when, data }]) => {
      const example = found[type as EventType];
      const shown = example
        ? ['', '```json', JSON.stringify(JSON.parse(example), null, 2), '```']
        : [];
      return [`### ${type}`, '', `${when}. \`data\`: ${data}.`, ...shown].join('\n');
    })
    .join('\n\n');
}
