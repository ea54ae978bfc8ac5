import type { MarginMessages } from '../messages/messages.ts'
import { type ErrorTexts, failureOf, serverText } from './serverText.ts'

type MarginErrorId = Extract<
  keyof MarginMessages,
  `margin.error.${string}` | 'margin.stale' | 'margin.liquidating'
>

/** The catalogs of the app and of margin, as far as errors go. */
export type MarginErrorTexts = ErrorTexts & ((id: MarginErrorId) => string)

/** Refusals of loans (futures 7); their texts load with the screens of margin. */
export const MARGIN_TEXTS: Readonly<Record<string, MarginErrorId>> = {
  '40211': 'margin.error.inUse',
  '40214': 'margin.error.inUse',
  '40215': 'margin.liquidating',
  '40220': 'margin.error.limit',
  '40221': 'margin.error.pool',
  '40222': 'margin.error.level',
  '40223': 'margin.error.nothingOwed',
}

/** Of a loan, not of an order: there is no index price that is fresh. */
const NO_PRICE = '40205'

/** As `serverText`, and the refusals of margin accounts; `isLoan`: not of an order. */
export function marginErrorText(
  error: unknown,
  t: MarginErrorTexts,
  { isLoan = true } = {},
): string {
  const { code = '' } = failureOf(error)
  if (isLoan && code === NO_PRICE) return t('margin.stale')
  const id = Object.hasOwn(MARGIN_TEXTS, code) ? MARGIN_TEXTS[code] : undefined
  return id ? t(id) : serverText(error, t)
}
