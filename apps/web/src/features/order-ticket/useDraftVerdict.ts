import type { Store } from '@x/kit'
import { useNumbers } from '@x/locale/react'
import type { Quotes } from '@x/market/react'
import { useMessages } from '../../lib/messages/messages.ts'
import { useDerived } from '../../lib/useDerived.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import type { DraftCheck } from './draftOrder.ts'
import type { Available, OrderDraft } from './orderDraft.ts'
import type { DraftField } from '../order-terms/index.ts'
import type { OwnForm } from './useOwnForm.ts'

export interface DraftVerdict extends Pick<DraftCheck, 'missing' | 'isReady'> {
  /** What is wrong with fields that hold something, in the reader's words. */
  readonly problems: Readonly<Partial<Record<DraftField, string>>>
}

export interface VerdictInput {
  readonly own: Pick<OwnForm, 'checkDraft' | 'problemText'> | undefined
  readonly draft: OrderDraft
  readonly spec: SpotSymbol
  readonly available: Available | undefined
}

const UNCHECKED: DraftVerdict = { problems: {}, missing: undefined, isReady: false }

/**
 * What the market of the moment makes of a draft; another value only where it says something else.
 */
export function useDraftVerdict(
  quotes: Store<Quotes>,
  { own, draft, spec, available }: VerdictInput,
): DraftVerdict {
  const t = useMessages()
  const numbers = useNumbers('trading')
  return useDerived(quotes, ({ book, ticker }) => {
    if (!own) return UNCHECKED
    const lastPrice = ticker?.last ?? null
    const { problems, missing, isReady } = own.checkDraft(draft, {
      symbol: spec,
      lastPrice,
      bestBid: book?.bids[0]?.price ?? null,
      bestAsk: book?.asks[0]?.price ?? null,
      available,
    })
    const texts = Object.entries(problems).map(([field, problem]) => [
      field,
      own.problemText(problem, { t, numbers, spec, side: draft.side, type: draft.type, lastPrice }),
    ])
    return { problems: Object.fromEntries(texts) as DraftVerdict['problems'], missing, isReady }
  })
}
