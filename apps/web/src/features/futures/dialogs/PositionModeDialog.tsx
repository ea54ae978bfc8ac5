import {
  useCachedFuturesAccount,
  useCachedFuturesOrders,
  useCachedPositions,
} from '../../../data/futures/accountData.ts'
import { useSetPositionMode } from '../../../data/futures/settingsApi.ts'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import type { FuturesDialogProps } from './dialogs.ts'
import { ModeDialog } from './ModeDialog.tsx'

/** One-way or two-way mode of the account; it may have neither positions nor orders (futures 2). */
export function PositionModeDialog({ onClose }: FuturesDialogProps) {
  const t = useFuturesMessages()
  const account = useCachedFuturesAccount()
  const positions = useCachedPositions()
  const orders = useCachedFuturesOrders()
  const [set] = useSetPositionMode()
  const isInUse = (positions?.length ?? 0) + (orders?.length ?? 0) > 0
  return (
    <ModeDialog
      title={t('contract.positionMode')}
      value={account?.positionMode ?? 1}
      options={[
        { value: 1, label: t('contract.oneWay'), text: t('contract.oneWayText') },
        { value: 2, label: t('contract.twoWay'), text: t('contract.twoWayText') },
      ]}
      obstacle={isInUse ? t('futures.error.inUse') : undefined}
      onSave={(value) => set({ positionMode: value })}
      onClose={onClose}
    />
  )
}
