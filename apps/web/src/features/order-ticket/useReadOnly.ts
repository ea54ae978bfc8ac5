import { useAppSelector } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { useReference } from '../../data/symbols/hooks.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { selectRealm } from '../../data/store/slice.ts'
import { marketStatus } from './marketStatus.ts'

/** Why no order of the session's realm is taken in this pair; `undefined` when they are. */
export function useReadOnly({ symbol, base, quote }: SpotSymbol): string | undefined {
  const t = useMessages()
  const realm = useAppSelector(selectRealm)
  const { data: mode } = useReference((facts) => facts.marketMode)
  switch (marketStatus(mode, { symbol, realm })) {
    case 'open':
      return undefined
    case 'read-only':
      return t('spot.readOnly')
    case 'silent':
      return t('spot.silentPair', { pair: `${base}/${quote}` })
  }
}
