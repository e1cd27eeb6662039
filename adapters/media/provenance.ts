import { CREATOR_TOOL } from '../../domain/ports/content-credentials.js';

/** An image's origin, as written into the file. */
export interface Provenance {
  readonly generationId: string;
  /**
   * `algorithmic` for images rendered by our own code; `trained` for images from a model that
   * learned from data.
   */
  readonly synthetic: 'algorithmic' | 'trained';
}

/**
 * IPTC terms. Our renderer has no training data, so its images must not use the term for trained
 * models.
 */
const SOURCE_TYPE = {
  algorithmic: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
  trained: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
} as const;

const escapeXml = (text: string): string =>
  text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Builds a generated file's XMP packet. It is a label and not a proof: anyone can remove metadata.
 */
export function toProvenanceXmp({ generationId, synthetic }: Provenance): string {
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about=""',
    ' xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">',
    `<xmp:CreatorTool>${CREATOR_TOOL}</xmp:CreatorTool>`,
    `<dc:identifier>${escapeXml(generationId)}</dc:identifier>`,
    `<Iptc4xmpExt:DigitalSourceType>${SOURCE_TYPE[synthetic]}</Iptc4xmpExt:DigitalSourceType>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('');
}
