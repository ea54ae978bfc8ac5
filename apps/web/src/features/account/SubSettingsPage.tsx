import { ButtonLink } from '@x/ui/button'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { ForUsers } from '../auth/index.ts'
import { AccountLayout } from './AccountLayout.tsx'
import { Section } from './Section.tsx'

/** `/subaccount/setting`: what can be set of a sub-account, each under its own address. */
export function SubSettingsPage() {
  return (
    <ForUsers>
      <SubSettings />
    </ForUsers>
  )
}

function SubSettings() {
  const t = useGuardMessages()
  const to = useLocalePath()
  const isEntered = useAppSelector(selectUser)?.enteredFrom !== undefined
  const sections = [
    ['antiphishing', t('guard.antiphishing'), t('guard.antiphishingText')],
    ['devices', t('account.devices'), t('account.devicesText')],
    ['history', t('guard.history'), t('guard.historyText')],
    ['api', t('account.apiKeys'), t('guard.subKeysText')],
  ] as const
  return (
    <AccountLayout title={t('guard.subTitle')}>
      {isEntered ? <p role="status">{t('account.ofMain')}</p> : null}
      {sections.map(([name, title, text]) => (
        <Section
          key={name}
          title={title}
          text={text}
          action={
            <ButtonLink
              size="small"
              aria-label={`${t('guard.open')}: ${title}`}
              render={(props) => <Link {...props} to={to(`/subaccount/setting/${name}`)} />}
            >
              {t('guard.open')}
            </ButtonLink>
          }
        />
      ))}
    </AccountLayout>
  )
}
