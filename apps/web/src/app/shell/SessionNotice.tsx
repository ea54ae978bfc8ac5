import { Button } from '@x/ui/button'
import { useGo } from '../../lib/router/paths.ts'
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './session.module.css'
import { selectIsReconnecting, selectLogoutFailed } from '../../data/store/slice.ts'
import { endSession, restoreSession } from '../../data/session/thunks.ts'

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
