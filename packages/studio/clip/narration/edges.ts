const EDGE_SECONDS = 0.005;

/** Fades a sound in and out within 5 ms each, because a cut in the middle of a wave clicks. */
export function withSoftEdges(samples: Float32Array, rate: number): Float32Array {
  const edge = Math.min(Math.round(EDGE_SECONDS * rate), samples.length >> 1);
  const soft = samples.slice();
  for (let at = 0; at < edge; at += 1) {
    const loud = at / edge;
    const end = soft.length - 1 - at;
    soft[at] = (soft[at] ?? 0) * loud;
    soft[end] = (soft[end] ?? 0) * loud;
  }
  return soft;
}
