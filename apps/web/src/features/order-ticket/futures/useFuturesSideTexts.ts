import { useAppSelector } from '../../../data/store/hooks.ts'
import { selectRealm } from '../../../data/store/slice.ts'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import type { SideTexts } from '../ticketView.ts'
import type { FuturesDraft } from './futuresDraft.ts'
import type { FuturesTypes } from './futuresTypes.ts'

/** Buy opens a long; in two-way mode sides say which leg they open or close. */
export function useFuturesSideTexts(spec: FuturesTypes['spec'], draft: FuturesDraft): SideTexts {
  const t = useFuturesMessages()
  const isPaper = useAppSelector(selectRealm) === 'paper'
  const sides = !draft.isTwoWay
    ? { buy: t('contract.buyLong'), sell: t('contract.sellShort') }
    : draft.tradeSide === 'open'
      ? { buy: t('contract.openLong'), sell: t('contract.openShort') }
      : { buy: t('contract.closeShort'), sell: t('contract.closeLong') }
  return {
    sides,
    submit: (side, what = spec.base) =>
      t(isPaper ? 'contract.submitPaper' : 'contract.submit', { action: sides[side], what }),
  }
}
