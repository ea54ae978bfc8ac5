import { LOCALE_TABLE } from '@x/locale'
import { useLocale, useNumbers } from '@x/locale/react'
import { useReference } from '../../data/symbols/hooks.ts'

/**
 * What paper accounts start with, as a phrase of the page's language; `undefined` until it is
 * known.
 */
export function usePaperTerms(): { readonly start: string | undefined } {
  const { data } = useReference((facts) => facts.paperTerms)
  const { locale, direction } = useLocale()
  const numbers = useNumbers()
  const textOf = (asset: string, amount: string) => {
    const text = `${numbers.number(amount, { digits: 8, trim: true })} ${asset}`
    // A figure and its unit stay together in a right-to-left sentence (docs/adr/ui.md).
    return direction === 'rtl' ? `\u2066${text}\u2069` : text
  }
  return {
    start:
      data &&
      new Intl.ListFormat(LOCALE_TABLE[locale].tag).format(
        Object.entries(data.start).map(([name, sum]) => textOf(name, sum)),
      ),
  }
}
