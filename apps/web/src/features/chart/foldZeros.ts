const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'

/**
 * On a canvas: `0.00001234` as `0.0₄1234` (locale Numbers). All digits stay, for what
 * stands on an axis is compared.
 */
export function foldZeros(value: string | number): string {
  return String(value).replace(
    /^(-?0\.)(0{4,})(?=[1-9])/,
    (_all, head: string, zeros: string) =>
      `${head}0${[...String(zeros.length)].map((digit) => SUBSCRIPTS[Number(digit)]).join('')}`,
  )
}
