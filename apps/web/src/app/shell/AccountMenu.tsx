import { Button, ButtonLink, IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Menu } from '@x/ui/menu'
import { CircleUserRound } from 'lucide-react'
import { Link } from '../../lib/router/Link.tsx'
import { selectStatus, selectUser } from '../../data/store/slice.ts'
import { endSession } from '../../data/session/thunks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { useGo, useLocalePath } from '../../lib/router/paths.ts'
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts'
import styles from './shell.module.css'

export function AccountMenu() {
  const t = useMessages()
  const to = useLocalePath()
  const go = useGo()
  const dispatch = useAppDispatch()
  const status = useAppSelector(selectStatus)
  const user = useAppSelector(selectUser)
  if (status === 'unknown')
    return (
      <Button variant="ghost" size="small" loading>
        {t('shell.login')}
      </Button>
    )
  if (!user) {
    return (
      <>
        <ButtonLink
          variant="ghost"
          size="small"
          render={(props) => <Link {...props} to={to('/login')} />}
        >
          {t('shell.login')}
        </ButtonLink>
        <span className={styles['wide']}>
          <ButtonLink size="small" render={(props) => <Link {...props} to={to('/register')} />}>
            {t('shell.register')}
          </ButtonLink>
        </span>
      </>
    )
  }
  const leave = async () => {
    if ((await dispatch(endSession()).unwrap()) === 'ended') go('/login')
  }
  return (
    <Menu
      label={t('shell.account')}
      side="bottom end"
      trigger={(props) => (
        <IconButton
          {...props}
          size="standard"
          icon={<Icon of={CircleUserRound} size={18} />}
          label={user.email ?? user.mobile ?? t('shell.account')}
        />
      )}
      items={[
        { key: '/asset', label: t('shell.assets') },
        { key: '/record/exchange', label: t('shell.orders') },
        { key: '/account/setting', label: t('shell.account') },
        { key: '/account/sub-account', label: t('shell.subAccounts') },
        { key: 'logout', label: t('shell.logout') },
      ]}
      onAction={(key) => (key === 'logout' ? void leave() : go(key))}
    />
  )
}
