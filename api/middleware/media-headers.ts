/**
 * Headers of every file that we serve below `/media`. Any page may show a file whose address it
 * knows. The sandbox keeps browsers from running a file as a page of ours.
 */
export function mediaHeaders(fileName: string, cacheControl: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Range, ETag',
    'Cache-Control': cacheControl,
    'Content-Disposition': `inline; filename="${fileName}"`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}
