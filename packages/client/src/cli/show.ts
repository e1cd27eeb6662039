import { typeOf, wordsOf, type Work } from './work.js';

const WORDS_MIN = 20;

type Row = readonly [name: string, value: string | null | undefined];

/** Formats an amount: `1 credit`, `4 credits`. */
export const formatCredits = (amount: number): string =>
  `${amount} ${amount === 1 ? 'credit' : 'credits'}`;

/** Formats the row of a list. */
export function formatRow(work: Work, columns: number): string {
  const { id, status, credits, refunded_credits: refunded, created_at: at } = work;
  const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
  const cost = String(credits - refunded).padStart(4);
  const row = `${id}  ${typeOf(work)}  ${status.padEnd(10)}  ${cost}  ${time}  `;
  const words = wordsOf(work).replaceAll(/\s+/g, ' ');
  return row + words.slice(0, Math.max(WORDS_MIN, columns - row.length - 1));
}

/** Describes a generation or speech, one fact per line. */
export function describeWork(work: Work): string[] {
  const { id, status, credits, refunded_credits: refunded, error, timeline, result } = work;
  const pages = result && 'library_url' in result ? result : null;
  const rows: Row[] = [
    ['Id', id],
    ['Status', status],
    ...describeRequest(work),
    ['Credits', refunded > 0 ? `${credits}, ${refunded} refunded` : `${credits}`],
    ['Error', error && `${error.code}: ${error.message}`],
    ...timeline.map(({ stage, message }): Row => [stage, message]),
    ['Result', result?.url],
    ['Preview', pages?.thumbnail_url],
    ['Dashboard', pages?.library_url],
  ];
  return rows.flatMap(([name, value]) => (value ? [`${name.padEnd(10)} ${value}`] : []));
}

function describeRequest(work: Work): Row[] {
  if (work.object === 'speech') {
    return [
      ['Type', `speech, ${work.format}`],
      ['Voice', `${work.voice_key}, ${work.language}`],
      ['Text', work.text],
    ];
  }
  const fraction = work.progress?.fraction;
  return [
    ['Type', `${work.type}, ${work.model}`],
    ['Prompt', work.request.prompt],
    ['Progress', typeof fraction === 'number' ? `${Math.floor(fraction * 100)} %` : null],
  ];
}
