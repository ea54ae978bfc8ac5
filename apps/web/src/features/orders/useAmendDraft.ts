import { useStore } from '@x/kit/react'
import { useQuotesStore } from '@x/market/react'
import { useState } from 'react'
import { useMarket } from '../../data/market/useMarket.ts'
import type { AmendField, AmendTerms, SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import { markPrice, orderRisks } from '../order-terms/index.ts'
import { amendedLimit } from './amendedLimit.ts'
import { amendableFields, termsOf } from './amendment.ts'
import { amendmentOf, isSame } from './amendmentOf.ts'
import { useOrdersProduct } from './ordersProduct.ts'

/** What was written in fields, and what stood there then. */
type Written = Readonly<
  Partial<Record<AmendField, { readonly text: string; readonly stood: string }>>
>

type UnreadTexts = Readonly<Partial<Record<AmendField, string | undefined>>>

export type AmendDraft = ReturnType<typeof useAmendDraft>

/** An order as the dialog would change it, judged by the market of the moment. */
export function useAmendDraft(
  opened: SpotOrder,
  { spec, initial }: { readonly spec: SpotSymbol; readonly initial: AmendTerms },
) {
  const product = useOrdersProduct()
  const { data: live } = product.useOrders()
  // The current order, which may have changed since the dialog opened.
  const order = live?.find(({ orderId }) => orderId === opened.orderId) ?? opened
  // What was written alone is kept: an exit grows with each fill of its entry, and another tab
  // moves a price. What stood when the dialog opened is nobody's wish.
  const [written, setWritten] = useState<Written>(() =>
    Object.fromEntries(Object.entries(initial).map(([name, text]) => [name, { text, stood: '' }])),
  )
  const [unread, setUnread] = useState<UnreadTexts>({})
  const standing = termsOf(order)
  const terms = { ...standing, ...stillMeant(written, standing) }
  // For the checks alone: what is written stays in view while prices move.
  const quotes = useQuotesStore(useMarket(), spec.symbol, NORMAL_UPDATES)
  const { book, ticker } = useStore(quotes)
  const lastPrice = ticker?.last ?? null
  const prices = {
    lastPrice,
    bestBid: book?.bids[0]?.price ?? null,
    bestAsk: book?.asks[0]?.price ?? null,
  }
  const amendment = amendmentOf(order, {
    terms,
    market: { symbol: spec, ...prices, markPrice: markPrice(prices) },
    judge: product.judge,
  })
  const limit = amendedLimit(order, terms)
  const fields = amendableFields(order)
  return {
    order,
    spec,
    standing,
    terms,
    fields,
    quotes,
    lastPrice,
    amendment,
    /** What the changed order would offer at once. */
    limit,
    risks: orderRisks({ spec, book, limit: amendment.status === 'ready' ? limit : undefined }),
    problem: amendment.status === 'wrong' ? amendment.problem : undefined,
    // A text that is no amount stands in its field alone: without it another change would be sent.
    unreadText: fields
      .map((name) => (terms[name] ? undefined : unread[name]))
      .find((text) => text !== undefined),
    write: (name: AmendField, text: string) =>
      setWritten({ ...written, [name]: { text, stood: standing[name] } }),
    setUnread: (name: AmendField, text: string | undefined) =>
      setUnread((before) => ({ ...before, [name]: text })),
  }
}

/**
 * A text that says what stood is no wish, and goes with that. Until then it stays as it is typed:
 * `60000.0` is on its way to another price.
 */
function stillMeant(written: Written, standing: Readonly<Record<AmendField, string>>): AmendTerms {
  const meant = (Object.keys(written) as AmendField[]).flatMap((name) => {
    const { text, stood } = written[name]!
    return stood === standing[name] || !isSame(text, stood) ? [[name, text]] : []
  })
  return Object.fromEntries(meant) as AmendTerms
}
