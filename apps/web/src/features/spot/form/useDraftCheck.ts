import type { SpotMarket } from '@x/trading'
import { useEffect, useState } from 'react'
import type { DraftCheck } from './draftOrder.ts'
import type { OrderDraft } from './orderDraft.ts'

const UNCHECKED: DraftCheck = { problems: {}, missing: undefined, isReady: false }

/** Decision 168: the checks come with the user who can send an order; a guest's draft is not judged, and not ready. */
export function useDraftCheck(draft: OrderDraft, { market, isNeeded }: { readonly market: SpotMarket; readonly isNeeded: boolean }): DraftCheck {
  const [checks, setChecks] = useState<typeof import('./draftOrder.ts') | undefined>(undefined)
  useEffect(() => {
    // What could not be fetched is tried again with the next change of the draft.
    if (isNeeded && !checks) void import('./draftOrder.ts').then(setChecks, () => undefined)
  }, [isNeeded, checks, draft])
  return checks ? checks.checkDraft(draft, market) : UNCHECKED
}
