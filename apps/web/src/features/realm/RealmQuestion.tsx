import { useEffect, useEffectEvent } from 'react'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { selectRealm } from '../../data/store/slice.ts'
import { usePaperTerms } from './paperTerms.ts'
import { switchRealm } from '../../data/session/switchRealm.ts'

interface RealmQuestionProps {
  /** It has been answered, and what was asked for is done. */
  readonly onEnd: () => void
}

/** Asks whether to go to the other funds, and goes there. */
export default function RealmQuestion(props: RealmQuestionProps) {
  return (
    <PageTexts>
      <Question {...props} />
    </PageTexts>
  )
}

function Question({ onEnd }: RealmQuestionProps) {
  const t = usePageMessages()
  const { dialogs, toasts, location } = useServices()
  const dispatch = useAppDispatch()
  const isPaper = useAppSelector(selectRealm) === 'paper'
  const { start } = usePaperTerms()
  const ask = useEffectEvent(async () => {
    await dialogs.confirm({
      title: isPaper ? t('realm.leaveTitle') : t('realm.enterTitle'),
      message: isPaper
        ? t('realm.leaveText')
        : start === undefined
          ? t('realm.enterPlain')
          : t('realm.enterText', { funds: start }),
      confirmText: isPaper ? t('realm.leave') : t('realm.enter'),
      async beforeClose({ action }) {
        if (action !== 'confirm') return true
        const done = await dispatch(switchRealm({ to: isPaper ? 'live' : 'paper' }))
          .unwrap()
          .catch(() => false)
        // Who leaves paper mode begins anew (spec 4.2).
        if (done && isPaper) location.reload()
        // A refusal has had its toast.
        if (done) toasts.success(isPaper ? t('realm.left') : t('realm.entered'))
        return true
      },
    })
    onEnd()
  })
  useEffect(() => void ask(), [])
  return null
}
