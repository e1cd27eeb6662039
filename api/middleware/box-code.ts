import { encodeQR } from 'qr';

/** A QR code to draw: the number of modules per side, and the SVG path of the dark modules. */
interface Code {
  readonly size: number;
  readonly path: string;
}

/** Width of the light border around a code, in modules; scanners need it. */
const BORDER = 4;

/** Draws an address as a QR code. */
export function drawCode(address: string): Code {
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: BORDER });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: squares.join('') };
}
