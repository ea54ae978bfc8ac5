import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { ForUsers } from '../auth/index.ts'
import { AccountLayout } from './AccountLayout.tsx'
import { SettingLinks } from './SettingLinks.tsx'
import { useIsOwnSub } from './useIsOwnSub.ts'

/**
 * `/subaccount/setting`: what can be set of a sub-account, each under its own address. Who entered
 * it from its main account is shown what can be seen inside.
 */
export function SubSettingsPage() {
  return (
    <ForUsers>
      <SubSettings />
    </ForUsers>
  )
}

function SubSettings() {
  const t = useGuardMessages()
  const isEntered = useAppSelector(selectUser)?.enteredFrom !== undefined
  const isOwnSub = useIsOwnSub()
  const password = ['password', t('login.password'), t('guard.passwordText')] as const
  const antiphishing = [
    'antiphishing',
    t('guard.antiphishing'),
    t('guard.antiphishingText'),
  ] as const
  const seenInside = [
    ['devices', t('account.devices'), t('account.devicesText')],
    ['history', t('guard.history'), t('guard.historyText')],
  ] as const
  const api = ['api', t('account.apiKeys'), t('guard.subKeysText')] as const
  return (
    <AccountLayout title={t('guard.subTitle')}>
      <SettingLinks
        base="/subaccount/setting"
        settings={
          isEntered
            ? seenInside
            : [...(isOwnSub ? [password] : []), antiphishing, ...seenInside, api]
        }
      />
    </AccountLayout>
  )
}
