import { Button } from '@x/ui/button'
import { endSession } from '../../data/session/thunks.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { useConfirm } from '../../lib/services/useConfirm.ts'
import { Section } from './Section.tsx'
import { useChange } from './useChange.ts'

/** Ends the account for good, after a question and a step-up. */
export function CloseAccount() {
  const t = useGuardMessages()
  const confirm = useConfirm()
  const dispatch = useAppDispatch()
  const { isBusy, error, change } = useChange()
  const close = async () => {
    const isMeant = await confirm({
      title: t('guard.close'),
      message: t('guard.closeText'),
      confirmText: t('guard.close'),
    })
    if (!isMeant) return
    const isDone = await change(async ({ prove, send }) => {
      const verifyToken = await prove('closeAccount')
      if (verifyToken === undefined) return undefined
      await send('POST /v1/user/account/close', { verifyToken })
      return t('guard.event.accountClosed')
    })
    if (isDone) await dispatch(endSession({ reason: 'session-expired' }))
  }
  return (
    <Section
      title={t('guard.close')}
      text={t('guard.closeText')}
      error={error}
      action={
        <Button size="small" variant="danger" loading={isBusy} onClick={() => void close()}>
          {t('guard.close')}
        </Button>
      }
    />
  )
}
