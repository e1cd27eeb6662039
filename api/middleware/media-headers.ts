/**
 * Headers of every file that we serve below `/media`. Files are public to whoever knows
 * the address, on any page; but a page must not take one for a document of ours, hence the sandbox.
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
