import { Button, ButtonLink } from '@x/ui/button'
import { PageFace } from '../../app/PageFace.tsx'
import { Link } from '../../app/router/Link.tsx'
import { useLocalePath } from '../../app/paths.ts'
import { useAppSelector } from '../../app/servicesContext.ts'
import { useAccountMessages } from '../../messages.ts'
import { ForUsers } from '../auth/ForUsers.tsx'
import { DECIDE_PATH } from '../qr/serialFrom.ts'
import { selectUser } from '../session/slice.ts'
import { nameOf } from '../session/thunks.ts'
import styles from './account.module.css'
import { Devices } from './Devices.tsx'
import { Identities } from './Identities.tsx'
import { Passkeys } from './Passkeys.tsx'
import { SecondFactors } from './SecondFactors.tsx'
import { StepUpProvider } from './StepUpProvider.tsx'
import { useSwitchAccount } from './useSwitchAccount.ts'

/** The security centre. */
export function SettingsPage() {
  return <ForUsers><Settings /></ForUsers>
}

function Settings() {
  const t = useAccountMessages()
  const to = useLocalePath()
  const user = useAppSelector(selectUser)
  const back = useSwitchAccount()
  if (!user) return null
  // A sub-account has no log-in of its own: what guards it are the settings of its main account.
  if (user.enteredFrom !== undefined) {
    const { enteredFrom } = user
    return <PageFace action={<Button variant="primary" loading={back.isBusy} onClick={() => back.switchTo({ userId: enteredFrom })}>{t('shell.backToMain')}</Button>}>{t('account.ofMain')}</PageFace>
  }
  return (
    <StepUpProvider>
      <div className={styles['page']}>
        <h1 className={styles['title']}>{t('shell.account')}</h1>
        <p className={styles['lead']}><bdi>{nameOf(user)}</bdi></p>
        <div className={styles['links']}>
          <ButtonLink size="small" render={(props) => <Link {...props} to={to(DECIDE_PATH)} />}>{t('qr.decideTitle')}</ButtonLink>
          <ButtonLink size="small" render={(props) => <Link {...props} to={to('/account/sub-account')} />}>{t('shell.subAccounts')}</ButtonLink>
        </div>
        <SecondFactors />
        <Passkeys />
        <Identities />
        <Devices />
      </div>
    </StepUpProvider>
  )
}
