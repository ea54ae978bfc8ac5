import { LOCALE_TABLE } from '@x/locale'
import { useLocale, useNumbers } from '@x/locale/react'
import { api } from '../../api.ts'
import { PUBLIC_READ } from '../../publicRead.ts'

type Amounts = Readonly<Record<string, string>>

/** `GET /v1/spot/public/paper`: amounts by asset, decimal strings. */
export interface PaperTerms {
  readonly start: Amounts
  readonly dailyTopUp: Amounts
}

const paperApi = api.injectEndpoints({
  endpoints: (build) => ({
    paperTerms: build.query<PaperTerms, void>({ query: () => ({ path: '/spot/public/paper', ...PUBLIC_READ, silent: true }), keepUnusedDataFor: 3_600 }),
  }),
})

/** What paper accounts start with, as a phrase of the page's language, and what may be added; `undefined` until the server has told. */
export function usePaperTerms(): { readonly start: string | undefined; readonly topUp: { readonly asset: string; readonly amount: string; readonly text: string } | undefined } {
  const { data } = paperApi.usePaperTermsQuery()
  const { locale, direction } = useLocale()
  const numbers = useNumbers()
  const textOf = (asset: string, amount: string) => {
    const text = `${numbers.number(amount, { digits: 8, trim: true })} ${asset}`
    // A figure and its unit stay together in a right-to-left sentence (decision 080).
    return direction === 'rtl' ? `\u2066${text}\u2069` : text
  }
  const [asset, amount] = Object.entries(data?.dailyTopUp ?? {})[0] ?? []
  return {
    start: data && new Intl.ListFormat(LOCALE_TABLE[locale].tag).format(Object.entries(data.start).map(([name, sum]) => textOf(name, sum))),
    topUp: asset !== undefined && amount !== undefined ? { asset, amount, text: textOf(asset, amount) } : undefined,
  }
}
