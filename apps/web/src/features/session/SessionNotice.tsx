import { Button } from '@x/ui/button'
import { useGo } from '../../app/paths.ts'
import { useAppDispatch, useAppSelector } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import styles from './session.module.css'
import { selectIsReconnecting, selectLogoutFailed } from './slice.ts'
import { endSession, restoreSession } from './thunks.ts'

/**
 * What is unsettled about the session, in sight until it is settled, with the way to settle it now.
 */
export function SessionNotice() {
  const t = useMessages()
  const go = useGo()
  const dispatch = useAppDispatch()
  const isReconnecting = useAppSelector(selectIsReconnecting)
  const logoutFailed = useAppSelector(selectLogoutFailed)
  const leave = async () => {
    if ((await dispatch(endSession()).unwrap()) === 'ended') go('/login')
  }
  // The region is there before it speaks, or screen readers would miss its first words.
  return (
    <div role="status">
      {logoutFailed ? (
        <p className={styles['notice']}>
          <span>{t('session.logoutFailed')}</span>
          <Button size="mini" onClick={() => void leave()}>
            {t('session.logoutAgain')}
          </Button>
        </p>
      ) : isReconnecting ? (
        <p className={styles['notice']}>
          <span>{t('session.reconnecting')}</span>
          <Button size="mini" onClick={() => void dispatch(restoreSession())}>
            {t('session.retry')}
          </Button>
        </p>
      ) : null}
    </div>
  )
}
