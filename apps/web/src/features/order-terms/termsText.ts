import type { Translate } from '@x/locale/messages'
import type { Messages } from '../../lib/messages/messages.ts'
import { pairName, sizeUnitOf, type SpotSymbol } from '../../data/spot/model.ts'

/** What a notice names of an order. */
export interface NamedTerms {
  readonly size: string
  readonly sizeUnit?: 'base' | 'quote' | undefined
  /** None: at the market. */
  readonly price?: string | null | undefined
  readonly triggerPrice?: string | null | undefined
}

export interface TermsTextOptions {
  readonly t: Translate<Messages>
  /** A figure in the reader's way of writing; without digits: all that it has. */
  readonly figure: (text: string, options?: { readonly digits: number }) => string
  readonly spec: Pick<SpotSymbol, 'base' | 'quote' | 'pricePlace'> | undefined
}

/** Size and price of an order in a sentence: `0.01 BTC at 60,000.00 USDT`. */
export function termsText(
  { size, sizeUnit, price, triggerPrice }: NamedTerms,
  { t, figure, spec }: TermsTextOptions,
): string {
  const priceText = (text: string) =>
    `${figure(text, { digits: spec?.pricePlace ?? 8 })} ${spec?.quote ?? ''}`.trim()
  const asset = sizeUnit === 'quote' ? spec?.quote : spec && sizeUnitOf(spec)
  const amount = `${figure(size)} ${asset ?? ''}`.trim()
  const terms = price
    ? t('orders.atPrice', { amount, price: priceText(price) })
    : t('orders.atMarket', { amount })
  return triggerPrice ? `${terms} (${t('spot.triggerPrice')} ${priceText(triggerPrice)})` : terms
}

/** A notice begins with its pair, apart from the direction in which its language is written. */
export const ofPair = (
  text: string,
  spec: Pick<SpotSymbol, 'base' | 'quote'> | undefined,
): string => (spec ? `\u2068${pairName(spec)}\u2069 · ${text}` : text)
