import { compare, decimal, finishAmount, parseDecimal, sub, ZERO } from '@x/decimal'
import type { AdvertTerms, P2pOwnAdvert } from '../../data/p2p/adverts.ts'

/** An advert as it is typed. */
export interface AdvertDraft {
  readonly side: 'buy' | 'sell'
  readonly asset: string
  readonly fiat: string
  readonly pricing: 'fixed' | 'floating'
  readonly price: string
  readonly margin: string
  readonly amount: string
  readonly minimum: string
  readonly maximum: string
  readonly payMinutes: string
  /** Own payment methods of one that sells, kinds of payment of one that buys. */
  readonly methods: readonly string[]
  readonly terms: string
}

export type AdvertField = 'price' | 'margin' | 'amount' | 'minimum' | 'maximum' | 'methods'
/** What is wrong: nothing usable, more than there is, or outside of the bounds. */
export type AdvertFault = 'missing' | 'balance' | 'range'
export type AdvertFaults = Readonly<Partial<Record<AdvertField, AdvertFault>>>

/** Percent from the index. */
export const MARGINS = { least: '-20', most: '20' } as const
/** Ways to pay that an advert or a seller may name. */
export const MOST_METHODS = 5
/** Shortest and longest time to pay are of the contract. */
export const PAY_MINUTES = ['15', '30', '45', '60'] as const

export const EMPTY_DRAFT: AdvertDraft = {
  side: 'sell',
  asset: 'USDT',
  fiat: 'USD',
  pricing: 'fixed',
  price: '',
  margin: '0',
  amount: '',
  minimum: '',
  maximum: '',
  payMinutes: '15',
  methods: [],
  terms: '',
}

export const draftOf = (advert: P2pOwnAdvert): AdvertDraft => ({
  side: advert.side,
  asset: advert.asset,
  fiat: advert.fiat,
  pricing: advert.marginPercent === null ? 'fixed' : 'floating',
  price: advert.marginPercent === null ? advert.price : '',
  margin: advert.marginPercent ?? '0',
  amount: advert.remaining,
  minimum: advert.minimum,
  maximum: advert.maximum,
  payMinutes: String(advert.payMinutes),
  methods: advert.side === 'sell' ? advert.methodIds : advert.paymentTypes,
  terms: advert.terms,
})

const positive = (typed: string) => {
  const value = parseDecimal(finishAmount(typed))
  return value !== null && compare(value, ZERO) > 0 ? value : undefined
}

/** A margin with a comma or a typographic minus is one too. */
const marginText = (typed: string): string =>
  typed.trim().replace(',', '.').replace('−', '-').replace('+', '')

function priceFaults({ pricing, price, margin }: AdvertDraft): AdvertFaults {
  if (pricing === 'fixed') return positive(price) ? {} : { price: 'missing' }
  const text = marginText(margin)
  const value = /^-?\d{1,2}(\.\d{1,2})?$/.test(text) ? parseDecimal(text) : null
  const isWithin =
    value !== null &&
    compare(value, decimal(MARGINS.most)) <= 0 &&
    compare(value, decimal(MARGINS.least)) >= 0
  return isWithin ? {} : { margin: 'range' }
}

/**
 * What keeps an advert from being published. `available`: coins on the spot account; `escrowed`:
 * coins of the advert that were put aside before.
 */
export function faultsOf(
  draft: AdvertDraft,
  { available, escrowed }: { readonly available: string; readonly escrowed: string },
): AdvertFaults {
  const [amount, minimum, maximum] = [draft.amount, draft.minimum, draft.maximum].map(positive)
  const more = amount && sub(amount, decimal(escrowed))
  const isShort = draft.side === 'sell' && more && compare(more, decimal(available)) > 0
  const count = draft.methods.length
  return {
    ...priceFaults(draft),
    ...(!amount ? { amount: 'missing' } : isShort ? { amount: 'balance' } : {}),
    ...(minimum ? {} : { minimum: 'missing' }),
    ...(!maximum
      ? { maximum: 'missing' }
      : minimum && compare(maximum, minimum) < 0
        ? { maximum: 'range' }
        : {}),
    ...(count === 0 || count > MOST_METHODS ? { methods: 'missing' } : {}),
  }
}

/** What is sent; the draft has no faults. */
export function termsOf(draft: AdvertDraft): AdvertTerms {
  const { side, asset, fiat, methods } = draft
  return {
    side,
    asset,
    fiat,
    ...(draft.pricing === 'fixed'
      ? { price: finishAmount(draft.price) }
      : { marginPercent: marginText(draft.margin) }),
    amount: finishAmount(draft.amount),
    minimum: finishAmount(draft.minimum),
    maximum: finishAmount(draft.maximum),
    payMinutes: Number(draft.payMinutes),
    paymentTypes: side === 'buy' ? methods : [],
    methodIds: side === 'sell' ? methods : [],
    terms: draft.terms.trim(),
  }
}
