import { Button, IconButton } from '@x/ui/button'
import { Checkbox } from '@x/ui/checkbox'
import { Icon } from '@x/ui/icon'
import { UserRound, X } from 'lucide-react'
import { useState } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './login.module.css'
import { forgetAccount, maskAccount, readAccount, rememberAccount } from './rememberedAccount.ts'

/** The account of the last log-in in this browser, and whether the next one is remembered. */
export function useRememberedAccount() {
  const { storage } = useServices()
  const [account, setAccount] = useState(() => readAccount(storage))
  // On a device of several people nothing stays without being asked for.
  const [isWanted, setWanted] = useState(account !== undefined)
  return {
    account,
    isWanted,
    setWanted,
    /** After a log-in. */
    keep: (loginName: string) => {
      if (isWanted) rememberAccount(storage, loginName)
      else forgetAccount(storage)
    },
    forget: () => {
      forgetAccount(storage)
      setAccount(undefined)
      setWanted(false)
    },
  }
}

interface RememberProps {
  readonly remembered: ReturnType<typeof useRememberedAccount>
}

/** Whether the next visit offers this account. */
export function Remember({ remembered: { isWanted, setWanted } }: RememberProps) {
  const t = usePageMessages()
  return (
    <Checkbox checked={isWanted} onChange={setWanted}>
      {t('login.remember')}
    </Checkbox>
  )
}

/** Offers the name of the last log-in, masked from who looks over the shoulder. */
export function LastAccount({
  remembered: { account, forget },
  onUse,
}: RememberProps & { readonly onUse: (account: string) => void }) {
  const t = usePageMessages()
  if (account === undefined) return null
  return (
    <div className={styles['last']} role="group" aria-label={t('login.lastUsed')}>
      <span>{t('login.lastUsed')}</span>
      <Button
        size="small"
        startIcon={<Icon of={UserRound} size={14} />}
        onClick={() => onUse(account)}
      >
        <bdi>{maskAccount(account)}</bdi>
      </Button>
      <IconButton
        size="small"
        icon={<Icon of={X} size={14} />}
        label={t('login.forget')}
        onClick={forget}
      />
    </div>
  )
}
