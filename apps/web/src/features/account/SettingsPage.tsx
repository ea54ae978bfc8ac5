import { Button, ButtonLink } from '@x/ui/button'
import { PageMessage } from '../../lib/lazy/PageMessage.tsx'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { ForUsers } from '../auth/index.ts'
import { selectUser } from '../../data/store/slice.ts'
import { AccountLayout } from './AccountLayout.tsx'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { Section } from './Section.tsx'
import { CloseAccount } from './CloseAccount.tsx'
import { Identity } from './Identity.tsx'
import { Devices } from './Devices.tsx'
import { Identities } from './Identities.tsx'
import { Passkeys } from './Passkeys.tsx'
import { SecondFactors } from './SecondFactors.tsx'
import { SecurityScore } from './SecurityScore.tsx'
import { SettingLinks } from './SettingLinks.tsx'
import { StepUpProvider } from './StepUpProvider.tsx'
import { useIsOwnSub } from './useIsOwnSub.ts'
import { useSwitchAccount } from './useSwitchAccount.ts'

/** The security centre. */
export function SettingsPage() {
  return (
    <ForUsers>
      <Settings />
    </ForUsers>
  )
}

function Settings() {
  const t = useGuardMessages()
  const user = useAppSelector(selectUser)
  const back = useSwitchAccount()
  const to = useLocalePath()
  const isOwnSub = useIsOwnSub()
  if (!user) return null
  // Entered from its main account, whose settings guard it.
  if (user.enteredFrom !== undefined) {
    const { enteredFrom } = user
    return (
      <PageMessage
        action={
          <>
            <Button
              variant="primary"
              loading={back.isBusy}
              onClick={() => back.switchTo({ userId: enteredFrom })}
            >
              {t('shell.backToMain')}
            </Button>
            <ButtonLink render={(props) => <Link {...props} to={to('/subaccount/setting')} />}>
              {t('guard.subTitle')}
            </ButtonLink>
          </>
        }
      >
        {t('account.ofMain')}
      </PageMessage>
    )
  }
  return (
    <StepUpProvider>
      <AccountLayout title={t('account.security')}>
        <SecurityScore />
        <SettingLinks
          base={isOwnSub ? '/subaccount/setting' : '/account/setting'}
          settings={[
            ['password', t('login.password'), t('guard.passwordText')],
            ['antiphishing', t('guard.antiphishing'), t('guard.antiphishingText')],
            ['history', t('guard.history'), t('guard.historyText')],
          ]}
        />
        <SecondFactors />
        <Passkeys />
        {isOwnSub ? null : <Identities />}
        <Devices />
        <ModifyLink />
        {isOwnSub ? null : <Identity />}
        {isOwnSub ? null : <CloseAccount />}
      </AccountLayout>
    </StepUpProvider>
  )
}

function ModifyLink() {
  const t = useGuardMessages()
  const to = useLocalePath()
  return (
    <Section
      title={t('guard.modifyTitle')}
      text={t('guard.modifyText')}
      action={
        <ButtonLink
          size="small"
          aria-label={`${t('guard.open')}: ${t('guard.modifyTitle')}`}
          render={(props) => <Link {...props} to={to('/modifyverification')} />}
        >
          {t('guard.open')}
        </ButtonLink>
      }
    />
  )
}
