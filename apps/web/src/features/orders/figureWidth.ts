import { feeDigits, QUOTE_DIGITS, sizeUnitOf, type SpotSymbol } from '../../data/spot/model.ts'

/**
 * Pixels in a dense table, rather too many than too few: of a digit, of what stands between digits,
 * of a letter of the smaller unit, of the space before it, and of what a cell keeps free.
 */
const DIGIT = 7.5
const SIGN = 4.5
const LETTER = 7.6
const SPACE = 4
const SIDES = 12

export interface Figure {
  /** A decimal string. */
  readonly value: string
  readonly digits: number
  readonly unit?: string | undefined
}

/**
 * How wide a column has to be for a figure and its unit to stand in it whole. Counted, not written:
 * a list may hold thousands.
 */
export function figureWidth({ value, digits, unit = '' }: Figure): number {
  const whole = value.replace(/^-|\..*$/g, '').length
  const signs = Math.floor(Math.max(0, whole - 1) / 3) + (digits > 0 ? 1 : 0)
  return Math.ceil(
    (whole + digits) * DIGIT +
      signs * SIGN +
      (unit === '' ? 0 : SPACE + unit.length * LETTER) +
      SIDES,
  )
}

/** A figure longer than anyone expects widens its column. */
export function widest<R>(
  rows: readonly R[],
  { least, figure }: { readonly least: number; readonly figure: (row: R) => Figure },
): number {
  return rows.reduce((width, row) => Math.max(width, figureWidth(figure(row))), least)
}

type Spec = SpotSymbol | undefined
const OF_UNKNOWN = 8

/** Without the unit, where the pair in the same row shows it. */
export const bareFigure = (figure: Figure, spec: Spec): Figure =>
  figure.unit === (spec && sizeUnitOf(spec)) ? { ...figure, unit: undefined } : figure

/** As `SizeCell` and the columns of fills write it. */
export function sizeFigure(
  { size, sizeUnit = 'base' }: { readonly size: string; readonly sizeUnit?: 'base' | 'quote' },
  spec: Spec,
): Figure {
  return sizeUnit === 'quote'
    ? { value: size, digits: QUOTE_DIGITS, unit: spec?.quote }
    : { value: size, digits: spec?.quantityPlace ?? OF_UNKNOWN, unit: spec && sizeUnitOf(spec) }
}

export const feeFigure = (
  { fee, feeAsset }: { readonly fee: string; readonly feeAsset: string },
  spec: Spec,
): Figure => ({ value: fee, digits: feeDigits(feeAsset, spec), unit: feeAsset })
