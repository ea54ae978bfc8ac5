import { Button, IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Calculator, Gauge } from 'lucide-react'
import { useCachedFuturesAccount } from '../../data/futures/accountData.ts'
import type { Contract } from '../../data/futures/contracts.ts'
import { settingsOf } from '../../data/futures/contractSettings.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import type { FuturesDialog } from './dialogs/dialogs.ts'
import styles from './futures.module.css'

/** What the next order trades with; each opens its dialog. */
export function TicketSettings({
  spec,
  onOpen,
}: {
  readonly spec: Contract
  readonly onOpen: (dialog: FuturesDialog) => void
}) {
  const t = useFuturesMessages()
  const user = useAppSelector(selectUser)
  const account = useCachedFuturesAccount()
  const settings = settingsOf({ contracts: account?.contracts ?? [] }, spec)
  const isTwoWay = account?.positionMode === 2
  const { longLeverage: long, shortLeverage: short } = settings
  const setting = (dialog: FuturesDialog, { name, text }: { name: string; text: string }) => (
    <Button
      size="small"
      className={styles['setting']}
      aria-label={`${name}: ${text}`}
      disabled={!user}
      onClick={() => onOpen(dialog)}
    >
      <bdi>{text}</bdi>
    </Button>
  )
  return (
    <div className={styles['settings']} role="group" aria-label={t('contract.settings')}>
      {setting('marginMode', {
        name: t('contract.marginMode'),
        text: t(settings.marginMode === 2 ? 'positions.cross' : 'positions.isolated'),
      })}
      {setting('leverage', {
        name: t('contract.leverage'),
        text: long === short ? `${long}×` : `${long}× / ${short}×`,
      })}
      {setting('positionMode', {
        name: t('contract.positionMode'),
        text: t(isTwoWay ? 'contract.twoWay' : 'contract.oneWay'),
      })}
      <IconButton
        size="small"
        icon={<Icon of={Calculator} size={14} />}
        label={t('contract.calculator')}
        onClick={() => onOpen('calculator')}
      />
      {user ? (
        <IconButton
          size="small"
          icon={<Icon of={Gauge} size={14} />}
          label={t('contract.rehearsal')}
          onClick={() => onOpen('rehearsal')}
        />
      ) : null}
    </div>
  )
}
