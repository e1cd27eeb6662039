import type { BackdropName, BeardName, ExtraName, HairStyle, OutfitName } from './styles.js';

/** Half-widths of the face in drawing units, and the chin's position. */
export interface FaceShape {
  /** Half-width at the cheekbones. */
  readonly cheek: number;
  /** Half-width at the corner of the jaw. */
  readonly jaw: number;
  readonly chin: number;
  readonly chinY: number;
}

export const FACES = {
  oval: { cheek: 148, jaw: 116, chin: 40, chinY: 722 },
  round: { cheek: 157, jaw: 134, chin: 50, chinY: 708 },
  heart: { cheek: 152, jaw: 106, chin: 30, chinY: 716 },
  long: { cheek: 143, jaw: 117, chin: 46, chinY: 742 },
  square: { cheek: 153, jaw: 136, chin: 62, chinY: 728 },
  broad: { cheek: 160, jaw: 138, chin: 58, chinY: 722 },
} as const satisfies Record<string, FaceShape>;

/** Everything that determines one portrait. Colours are `#rrggbb`. */
export interface PortraitLook {
  readonly skin: string;
  readonly face: FaceShape;
  readonly hair: HairStyle;
  readonly hairColour: string;
  /** Fraction of grey strands, 0..1. */
  readonly grey: number;
  readonly browColour: string;
  /** The brows' thickness in units. */
  readonly brow: number;
  /** Height of the brows' arch, in units. */
  readonly arch: number;
  readonly eyeColour: string;
  /** Factor for the eyes' size; 1 is normal. */
  readonly eyeSize: number;
  /** Whether there is a fold above the lid. */
  readonly crease: boolean;
  /** Whether the upper lashes are long. */
  readonly lashes: boolean;
  /** Half-width of the nose's wings. */
  readonly nose: number;
  readonly lips: string;
  /** Half-width of the mouth. */
  readonly mouth: number;
  /** Factor for the lips' fullness; 1 is normal. */
  readonly fullness: number;
  /** Rise of the corners of the mouth, in units. */
  readonly smile: number;
  readonly teeth: boolean;
  /** Strength of age lines, 0..1. */
  readonly lines: number;
  readonly freckles: boolean;
  readonly beard: BeardName | null;
  /** Half-widths of shoulders and neck. */
  readonly shoulders: number;
  readonly neck: number;
  readonly outfit: OutfitName;
  readonly cloth: string;
  /** The colour of the garment below, or this garment's second colour. */
  readonly lining: string;
  readonly extras: readonly ExtraName[];
  readonly backdrop: BackdropName;
  readonly wall: string;
}

/** Defaults for most looks. */
export const COMMON = {
  grey: 0,
  eyeSize: 1,
  crease: true,
  teeth: false,
  lines: 0,
  freckles: false,
  beard: null,
  extras: [],
  lining: '#f4efe6',
  smile: 8,
} as const satisfies Partial<PortraitLook>;
