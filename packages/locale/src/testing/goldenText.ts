import { LOCALES } from '../locales/localeTable.ts'
import { checksum } from './checksum.ts'
import { dateLines } from './dateCases.ts'
import { extremeLines } from './extremeCases.ts'
import { casesOf, formatCase, SAMPLES } from './numberCases.ts'

export interface Golden {
  /** One checksum over the Uzbek dates, ages and names and the timestamps. */
  readonly dates: string
  /** One over tiny and huge figures in every language and wall clocks around their changes. */
  readonly extremes: string
  readonly numbers: Readonly<
    Record<
      string,
      { readonly cases: number; readonly checksum: string; readonly samples: readonly string[] }
    >
  >
}

export function golden(): Golden {
  const numbers = LOCALES.map((locale) => {
    const lines = casesOf(locale).map(formatCase)
    return [
      locale,
      {
        cases: lines.length,
        checksum: checksum(lines),
        samples: SAMPLES.map((sample) => formatCase({ ...sample, locale })),
      },
    ]
  })
  return {
    dates: checksum(dateLines()),
    extremes: checksum(extremeLines()),
    numbers: Object.fromEntries(numbers),
  }
}

export function goldenText(): string {
  return `${JSON.stringify(golden(), null, 1)}\n`
}
