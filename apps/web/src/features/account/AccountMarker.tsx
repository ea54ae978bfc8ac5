import { safeText } from '@x/sanitize'
import { Button } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Undo2 } from 'lucide-react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { useTransferAccounts } from '../../data/transfers/api.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './account.module.css'
import { useSwitchAccount } from './useSwitchAccount.ts'

/** Says in the header which sub-account is entered, and leads back. */
export function AccountMarker({ enteredFrom }: { enteredFrom: string }) {
  const t = useMessages()
  const { isBusy, switchTo } = useSwitchAccount()
  const userId = useAppSelector(selectUser)?.userId
  const { data: accounts } = useTransferAccounts()
  // By its number until its name is known, or where it has none.
  const label = accounts?.find((account) => account.userId === userId)?.label
  const name = safeText(label ?? '') || userId
  const entered = `${t('shell.entered')}: ${name}`
  return (
    <Button
      size="small"
      className={styles['marker']}
      loading={isBusy}
      endIcon={<Icon of={Undo2} size={14} />}
      title={entered}
      aria-label={`${entered}. ${t('shell.backToMain')}`}
      onClick={() => switchTo({ userId: enteredFrom })}
    >
      <span className={styles['markerName']}>
        {t('shell.entered')}: <bdi>{name}</bdi>
      </span>
    </Button>
  )
}
