import { expect } from 'chai';
import sharp from 'sharp';
import { useInspector } from './harness.js';
import { blackPng, gifOfFrames, PDF, ZIP } from './made.js';
import { fixture, patched, picture, SAMPLE_TYPES, SAMPLES } from './samples.js';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
const joined = (...parts: (Buffer | string)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );

describe('inspection', () => {
  const { inspect, refusal } = useInspector();

  for (const type of SAMPLE_TYPES) {
    for (const share of [0.4, 0.97]) {
      it(`rejects ${type} cut at ${share * 100} % as truncated`, async () => {
        const whole = await SAMPLES[type]();
        const { reason } = await refusal(whole.subarray(0, Math.floor(whole.length * share)));
        expect(reason).to.equal('truncated');
      });
    }
  }

  it('rejects a cut animation, MP4 fragments, live WebM, Vorbis and AVC in MOV as truncated', async () => {
    const files = ['fragmented.mp4', 'live.webm', 'vorbis.ogg', 'clip.mov', 'tone.mp4'].map(
      fixture,
    );
    files.push(gifOfFrames(await picture().gif().toBuffer(), 2));
    for (const file of files) {
      expect((await refusal(file.subarray(0, file.length - 2))).reason).to.equal('truncated');
    }
  });

  it('rejects a file that is shorter than declared', async () => {
    const png = await SAMPLES['image/png']();
    expect((await refusal(png, 'image/png', png.length + 1)).reason).to.equal('truncated');
  });

  it('rejects zero bytes as empty', async () => {
    expect((await refusal(Buffer.alloc(0), 'image/png')).reason).to.equal('empty');
  });

  it('rejects a file whose kind differs from the declared kind, and names the kind found', async () => {
    const { reason, message } = await refusal(fixture('tone.mp4'), 'video/mp4');
    expect(reason).to.equal('not_declared_kind');
    expect(message).to.include('The file is audio, but a video was declared');
    expect((await refusal(fixture('tone.weba'), 'video/webm')).reason).to.equal(reason);
    expect((await refusal(fixture('clip.mp4'), 'audio/mp4')).reason).to.equal(reason);
    expect((await refusal(fixture('still.heic'), 'audio/mp4')).reason).to.equal(reason);
  });

  it('rejects types that are not on the list', async () => {
    const png = await picture().png().toBuffer();
    const avif = await picture().avif({ effort: 0 }).toBuffer();
    const cases: Record<string, Buffer> = {
      Matroska: fixture('clip.mkv'),
      AVIF: avif,
      'AVIF of brand mif1': patched(avif, 8, Buffer.from('mif1')),
      TIFF: await sharp(png).tiff().toBuffer(),
      SVG,
      'SVG with an XML declaration': joined('<?xml version="1.0"?>', SVG),
      'SVG behind the letters GIF': joined('GIF'.padEnd(24), SVG),
      HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
      PDF: joined(PDF, png),
      ZIP: joined('PK\x03\x04', png),
      'FLAC behind a tag': joined('ID3\x03\0\0\0\0\0\0', 'fLaC', Buffer.alloc(60)),
      noise: Buffer.alloc(5000, 7),
    };
    for (const [what, bytes] of Object.entries(cases)) {
      for (const declared of [null, 'image/png', 'video/mp4']) {
        expect((await refusal(bytes, declared)).reason, what).to.equal('unsupported');
      }
    }
  });

  it('rejects FLAC in Ogg that is cut or has no samples, and plain FLAC', async () => {
    const flac = fixture('flac.ogg');
    expect((await refusal(flac.subarray(0, flac.length - 100))).reason).to.equal('truncated');
    const silent = patched(flac, flac.lastIndexOf('OggS') + 6, Buffer.alloc(8));
    expect((await refusal(silent)).reason).to.equal('undecodable');
    const alone = joined('fLaC', flac.subarray(41, 79), Buffer.alloc(60));
    expect((await refusal(alone)).reason).to.equal('unsupported');
  });

  it('rejects a script that begins with the signature of a picture', async () => {
    const script = '/*<script>alert(document.domain)</script>*/=1;';
    for (const signature of ['GIF89a', '\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBP']) {
      const { reason } = await refusal(joined(signature, script, '\xff\xd9'), 'image/gif');
      expect(reason).to.be.oneOf(['undecodable', 'truncated']);
    }
  });

  it('accepts a picture with trailing bytes, and reports their number', async () => {
    for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const) {
      const bytes = await SAMPLES[type]();
      expect(await inspect(bytes, type), type).to.not.have.property('trailingBytes', 0);
      for (const tail of [ZIP, PDF, Buffer.from('<script>')]) {
        const found = await inspect(joined(bytes, tail), type);
        expect(found.trailingBytes, type).to.equal(tail.length);
      }
    }
  });

  it('rejects a picture that was cut and then given a valid end', async () => {
    const half = async (make: Promise<Buffer>) => {
      const bytes = await make;
      return bytes.subarray(0, bytes.length >> 1);
    };
    const webp = await half(picture(400, 300).webp().toBuffer());
    webp.writeUInt32LE(webp.length - 8, 4);
    const ended = {
      JPEG: joined(await half(picture(400, 300).jpeg().toBuffer()), '\xff\xd9'),
      'progressive JPEG': joined(
        await half(picture(400, 300).jpeg({ progressive: true }).toBuffer()),
        '\xff\xd9',
      ),
      WebP: webp,
    };
    for (const [what, bytes] of Object.entries(ended)) {
      expect((await refusal(bytes)).reason, what).to.equal('undecodable');
    }
  });

  it('rejects a picture with damaged pixels', async () => {
    const png = await picture(400, 300).png().toBuffer();
    const damaged = patched(png, png.length >> 1, Buffer.alloc(64, 0xaa));
    expect((await refusal(damaged)).reason).to.equal('undecodable');
  });

  it('rejects an image above 20 MB before reading it', async () => {
    const png = blackPng(8);
    const reader = {
      size: 20_000_001,
      read: (start: number, end: number) => {
        expect(end).to.be.below(10_000);
        return Promise.resolve(joined(png, Buffer.alloc(10_000)).subarray(start, end));
      },
    };
    expect((await refusal(reader, 'image/png')).reason).to.equal('too_large');
  });

  it('names the next step in every message, without decoder details', async () => {
    const { message, cause } = await refusal(joined('GIF89a', Buffer.alloc(200, 0x3b)));
    expect(message).to.match(/Export it again|Upload/);
    expect(message).to.not.match(/vips|gif/i);
    expect(cause).to.be.instanceOf(Error);
  });
});
