// Punycode parameters from RFC 3492, section 5.
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST = 128;

/**
 * Computes the length of a domain label in Punycode (RFC 3492), with its prefix `xn--`. A label of
 * more than `max` characters is not encoded, because its encoded length is above `max` in any case.
 */
export function computePunycodeLength(part: string, max: number): number {
  if (/^[\x20-\x7e]*$/.test(part)) return part.length;
  const points = Array.from(part, (sign) => sign.codePointAt(0) ?? 0);
  if (points.length > max) return max + 1;
  const basic = points.filter((point) => point < FIRST).length;
  return 'xn--'.length + basic + (basic > 0 ? 1 : 0) + countDigits(points, basic);
}

function countDigits(points: readonly number[], basic: number): number {
  let digits = 0;
  let bias = 72;
  let delta = 0;
  let done = basic;
  let next = FIRST;
  while (done < points.length) {
    const least = Math.min(...points.filter((point) => point >= next));
    delta += (least - next) * (done + 1);
    next = least;
    for (const point of points) {
      if (point < next) delta += 1;
      if (point !== next) continue;
      digits += countDeltaDigits(delta, bias);
      bias = adapt(delta, done + 1, done === basic);
      delta = 0;
      done += 1;
    }
    delta += 1;
    next += 1;
  }
  return digits;
}

function countDeltaDigits(delta: number, bias: number): number {
  let rest = delta;
  for (let count = 1; ; count += 1) {
    const threshold = Math.min(Math.max(count * BASE - bias, T_MIN), T_MAX);
    if (rest < threshold) return count;
    rest = Math.floor((rest - threshold) / (BASE - threshold));
  }
}

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / points);
  let bias = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN));
    bias += BASE;
  }
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
