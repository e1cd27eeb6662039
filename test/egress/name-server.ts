import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** Records of one name: addresses, another name (CNAME), an error, or no response at all. */
export type Zone = Readonly<
  Record<string, { a?: string[]; cname?: string; error?: 'NXDOMAIN' | 'SERVFAIL'; silent?: true }>
>;

const CODES = { NXDOMAIN: 3, SERVFAIL: 2 };
const open: Socket[] = [];

/**
 * Starts a name server for these names on 127.0.0.1. It responds to any other name with NXDOMAIN.
 * @returns `address:port`
 */
export async function nameServer(zone: Zone): Promise<string> {
  const socket = createSocket('udp4');
  open.push(socket);
  socket.on('message', (query, { port, address }) => {
    const answer = answerTo(query, zone);
    if (answer) socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

export function closeNameServers(): void {
  for (const socket of open.splice(0)) socket.close();
}

function answerTo(query: Buffer, zone: Zone): Buffer | null {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const question = query.subarray(12, at + 5);
  const wantsA = query.readUInt16BE(at + 1) === 1;
  const {
    a = [],
    cname,
    error,
    silent,
  } = zone[labels.join('.').toLowerCase()] ?? {
    error: 'NXDOMAIN',
  };
  if (silent) return null;
  const owner = cname ? encoded(cname) : pointer();
  const records = [
    ...(cname ? [record(pointer(), 5, encoded(cname))] : []),
    ...(wantsA ? a.map((ip) => record(owner, 1, Buffer.from(ip.split('.').map(Number)))) : []),
  ];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (error ? CODES[error] : 0), 2); // the flags of a recursive answer
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records]);
}

/** Refers to the name in the question. */
const pointer = (): Buffer => Buffer.from([0xc0, 12]);

function encoded(name: string): Buffer {
  const labels = name.split('.').map((label) => `${String.fromCodePoint(label.length)}${label}`);
  return Buffer.from(`${labels.join('')}\0`, 'latin1');
}

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2); // class: Internet
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
}
