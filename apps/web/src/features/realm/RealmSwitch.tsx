import { Badge } from '@x/ui/badge'
import { Button } from '@x/ui/button'
import { selectRealm, selectUser } from '../session/slice.ts'
import { useAppDispatch, useAppSelector, useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { PHONE, useMedia } from '../media/useMedia.ts'
import { usePaperTerms } from './paperTerms.ts'
import { switchRealm } from './switchRealm.ts'
import styles from './realm.module.css'

/** Which funds the screens trade with, always in sight, and the way to the other ones. */
export function RealmSwitch() {
  const user = useAppSelector(selectUser)
  return user ? <SwitchOfUser /> : null
}

function SwitchOfUser() {
  const t = useMessages()
  const { dialogs, toasts } = useServices()
  const dispatch = useAppDispatch()
  const realm = useAppSelector(selectRealm)
  const isPhone = useMedia(PHONE)
  const { start } = usePaperTerms()
  const isPaper = realm === 'paper'
  const change = () =>
    dialogs.confirm({
      title: isPaper ? t('realm.leaveTitle') : t('realm.enterTitle'),
      message: isPaper ? t('realm.leaveText') : start === undefined ? t('realm.enterPlain') : t('realm.enterText', { funds: start }),
      confirmText: isPaper ? t('realm.leave') : t('realm.enter'),
      async beforeClose({ action }) {
        if (action !== 'confirm') return true
        const done = await dispatch(switchRealm({ to: isPaper ? 'live' : 'paper' })).unwrap().catch(() => false)
        // A refusal has had its toast.
        if (done) toasts.show({ kind: 'success', text: isPaper ? t('realm.left') : t('realm.entered') })
        return true
      },
    })
  // A phone's header has room for one thing: what the funds are, which is also the way out.
  if (isPaper && isPhone) {
    return (
      <Button size="small" className={styles['marker']} aria-label={`${t('realm.paper')}. ${t('realm.leave')}`} onClick={() => void change()}>
        {t('realm.paper')}
      </Button>
    )
  }
  return (
    <div className={styles['switch']}>
      {isPaper ? <Badge tone="warning">{t('realm.paper')}</Badge> : null}
      <Button size="small" variant={isPaper ? 'neutral' : 'ghost'} onClick={() => void change()}>
        {isPaper ? t('realm.leave') : t('realm.practise')}
      </Button>
    </div>
  )
}
