import { Badge } from '@x/ui/badge'
import { Button } from '@x/ui/button'
import { lazy, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { selectRealm, selectUser } from '../../data/store/slice.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { useReference } from '../../data/symbols/hooks.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import styles from './realm.module.css'

// A guest has one kind of funds, and most visits stay with theirs (docs/adr/web.md).
const fetchQuestion = () => import('./RealmQuestion.tsx')
const RealmQuestion = lazy(fetchQuestion)

/** Which funds the screens trade with, always in sight, and the way to the other ones. */
export function RealmSwitch() {
  const user = useAppSelector(selectUser)
  return user ? <SwitchOfUser /> : null
}

function SwitchOfUser() {
  const t = useMessages()
  const { catalog } = useServices()
  const isPaper = useAppSelector(selectRealm) === 'paper'
  const isPhone = useMedia(PHONE)
  const [isAsked, setAsked] = useState(false)
  // The question names them, and does not wait for them.
  useReference((facts) => facts.paperTerms)
  // Pressing is another attempt, and says so when it fails.
  const prefetch = () => {
    fetchQuestion().catch(() => undefined)
    catalog.loadPart('pages').catch(() => undefined)
  }
  const link = {
    size: 'small',
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => setAsked(true),
  } as const
  const end = () => setAsked(false)
  return (
    <>
      {isPaper && isPhone ? (
        // A phone's header fits one control: it names the realm and leaves it.
        <Button
          {...link}
          className={styles['marker']}
          aria-label={`${t('realm.paper')}. ${t('realm.leave')}`}
        >
          {t('realm.paper')}
        </Button>
      ) : (
        <div className={styles['switch']}>
          {isPaper ? <Badge tone="warning">{t('realm.paper')}</Badge> : null}
          <Button {...link} className={styles['realm']} variant={isPaper ? 'neutral' : 'ghost'}>
            {isPaper ? t('realm.leave') : t('realm.practise')}
          </Button>
        </div>
      )}
      {isAsked ? (
        <OptionalLazyBoundary onFail={end}>
          <RealmQuestion onEnd={end} />
        </OptionalLazyBoundary>
      ) : null}
    </>
  )
}
