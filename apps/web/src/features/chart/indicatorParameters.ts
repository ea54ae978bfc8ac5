import {
  getIndicatorDefaults,
  INDICATORS,
  type Indicator,
  isWholeParameter,
} from './chartIndicators.ts'

/** Parameters that differ from the usual ones, by indicator. */
export type IndicatorParameters = Readonly<Partial<Record<Indicator, readonly number[]>>>

const MOST = 999
const isParameter = (value: unknown, name: Indicator, index: number): value is number =>
  typeof value === 'number' &&
  value > 0 &&
  value <= MOST &&
  // A length in candles: the chart library fails at one that is no whole number.
  (Number.isInteger(value) || !isWholeParameter(name, index))

/** The parameters that an indicator is drawn with. */
export const parametersOf = (chosen: IndicatorParameters, name: Indicator): readonly number[] =>
  chosen[name] ?? getIndicatorDefaults(name)

/**
 * With one parameter as it was written; a text that is no number up to 999, or no whole one where
 * candles are counted, changes nothing.
 */
export function changeParameter(
  chosen: IndicatorParameters,
  {
    name,
    index,
    text,
  }: { readonly name: Indicator; readonly index: number; readonly text: string },
): IndicatorParameters {
  const value = Number(text)
  if (!isParameter(value, name, index)) return chosen
  const values = parametersOf(chosen, name).map((before, at) => (at === index ? value : before))
  return { ...chosen, [name]: values }
}

/** What storage holds may be from another version: lists of another length are left out. */
export function readParameters(stored: string | null | undefined): IndicatorParameters {
  try {
    const given = (JSON.parse(stored ?? '{}') ?? {}) as Readonly<Record<string, unknown>>
    return Object.fromEntries(
      [...INDICATORS.over, ...INDICATORS.own].flatMap((name) => {
        const values = Object.hasOwn(given, name) ? given[name] : undefined
        return Array.isArray(values) &&
          values.length === getIndicatorDefaults(name).length &&
          values.every((value, index) => isParameter(value, name, index))
          ? [[name, values]]
          : []
      }),
    )
  } catch {
    return {}
  }
}
