/**
 * Builds the headers of every file below `/media`. Any page can display a file whose address it
 * knows. The sandbox prevents browsers from running a file as one of our pages.
 */
export function buildMediaHeaders(fileName: string, cacheControl: string): Record<string, string> {
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
