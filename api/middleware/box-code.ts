import { encodeQR } from 'qr';

/** A QR code for drawing: the number of modules per side, and the SVG path of the dark ones. */
interface Code {
  readonly size: number;
  readonly path: string;
}

/** Light modules around a code, which scanners need. */
const BORDER = 4;

/** Draws the QR code of an address. */
export function drawCode(address: string): Code {
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: BORDER });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: squares.join('') };
}
