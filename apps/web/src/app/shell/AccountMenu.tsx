import { Button, ButtonLink } from '@x/ui/button'
import { lazy, Suspense } from 'react'
import { PageBoundary } from '../../lib/lazy/PageBoundary.tsx'
import { Link } from '../../lib/router/Link.tsx'
import { selectStatus, selectUser } from '../../data/store/slice.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import styles from './shell.module.css'

// A guest has no menu of the account.
const UserMenu = lazy(() => import('./UserMenu.tsx'))

export function AccountMenu() {
  const t = useMessages()
  const to = useLocalePath()
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
  const waiting = (
    <Button variant="ghost" size="small" loading>
      {t('shell.account')}
    </Button>
  )
  return (
    <PageBoundary place="" fallback={waiting}>
      <Suspense fallback={waiting}>
        <UserMenu user={user} />
      </Suspense>
    </PageBoundary>
  )
}
