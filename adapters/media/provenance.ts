import { CREATOR_TOOL, SOURCE_TYPE, type Synthetic } from '../../domain/catalogue/source-types.js';

/** An image's origin, as written into the file. */
export interface Provenance {
  readonly generationId: string;
  readonly synthetic: Synthetic;
}

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
