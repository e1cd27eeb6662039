/** A rectangle in fractions of width and height. */
export interface SubjectBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
