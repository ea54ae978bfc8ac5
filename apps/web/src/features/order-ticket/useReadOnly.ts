import { useAppSelector } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { useReference } from '../../data/symbols/hooks.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { selectRealm, selectUser } from '../../data/store/slice.ts'
import { marketStatus } from './marketStatus.ts'

/** Why no order of the session's realm is taken in this pair; `undefined` when they are. */
export function useReadOnly({ symbol, base, quote }: SpotSymbol): string | undefined {
  const t = useMessages()
  const realm = useAppSelector(selectRealm)
  const { data: mode } = useReference((facts) => facts.marketMode)
  const status = marketStatus(mode, { symbol, realm })
  if (status === 'open') return undefined
  return status === 'silent'
    ? t('spot.silentPair', { pair: `${base}/${quote}` })
    : t('spot.readOnly')
}

/** Why this user sends no order in this pair: its market, or an account that only looks on. */
export function useNoOrders(spec: SpotSymbol): string | undefined {
  const t = useMessages()
  const ofMarket = useReadOnly(spec)
  return useAppSelector(selectUser)?.roles.includes('viewer') ? t('error.forbidden') : ofMarket
}
