import { Button } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Undo2 } from 'lucide-react'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './account.module.css'
import { useSwitchAccount } from './useSwitchAccount.ts'

/** Says in the header that a sub-account is entered, and leads back. */
export function AccountMarker({ enteredFrom }: { enteredFrom: string }) {
  const t = useMessages()
  const { isBusy, switchTo } = useSwitchAccount()
  return (
    <Button
      size="small"
      className={styles['marker']}
      loading={isBusy}
      endIcon={<Icon of={Undo2} size={14} />}
      aria-label={`${t('shell.entered')}. ${t('shell.backToMain')}`}
      onClick={() => switchTo({ userId: enteredFrom })}
    >
      {t('shell.entered')}
    </Button>
  )
}
