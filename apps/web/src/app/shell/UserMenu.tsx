import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Menu } from '@x/ui/menu'
import { CircleUserRound } from 'lucide-react'
import { useAppDispatch } from '../../data/store/hooks.ts'
import type { UserInfo } from '../../data/store/userInfo.ts'
import { endSession } from '../../data/session/thunks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { useGo } from '../../lib/router/paths.ts'

/** The pages of a user, and the way out. */
export default function UserMenu({ user }: { readonly user: Pick<UserInfo, 'email' | 'mobile'> }) {
  const t = useMessages()
  const go = useGo()
  const dispatch = useAppDispatch()
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
