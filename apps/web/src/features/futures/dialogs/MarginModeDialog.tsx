import {
  useCachedFuturesAccount,
  useCachedFuturesOrders,
  useCachedPositions,
} from '../../../data/futures/accountData.ts'
import { settingsOf } from '../../../data/futures/contractSettings.ts'
import { useSetMarginMode } from '../../../data/futures/settingsApi.ts'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import type { FuturesDialogProps } from './dialogs.ts'
import { ModeDialog } from './ModeDialog.tsx'

/** Cross or isolated margin of a contract; neither position nor order may be in it (futures 2). */
export function MarginModeDialog({ spec, onClose }: FuturesDialogProps) {
  const t = useFuturesMessages()
  const account = useCachedFuturesAccount()
  const positions = useCachedPositions()
  const orders = useCachedFuturesOrders()
  const [set] = useSetMarginMode()
  const { marginMode } = settingsOf({ contracts: account?.contracts ?? [] }, spec)
  const isInUse = [...(positions ?? []), ...(orders ?? [])].some(
    ({ symbol }) => symbol === spec.name,
  )
  return (
    <ModeDialog
      title={t('contract.marginMode')}
      contract={spec}
      value={marginMode}
      options={[
        { value: 2, label: t('positions.cross'), text: t('contract.crossText') },
        { value: 1, label: t('positions.isolated'), text: t('contract.isolatedText') },
      ]}
      obstacle={isInUse ? t('futures.error.inUse') : undefined}
      onSave={(value) => set({ symbol: spec.name, marginMode: value })}
      onClose={onClose}
    />
  )
}
