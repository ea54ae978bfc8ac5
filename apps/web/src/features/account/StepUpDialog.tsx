import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { type FormEvent, useState } from 'react'
import { proveStepUp } from '../../data/account/changes.ts'
import type { Proof } from '../../data/login/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { accountText, type Challenge, ProofFields, useProof } from '../auth/index.ts'
import styles from './account.module.css'

export interface PendingStepUp {
  readonly serialNO: string
  readonly challenge: Challenge
  /** Ends it, with the token of a proof or without. */
  readonly settle: (verifyToken?: string) => void
}

/**
 * Before a change that could give the account away, the user proves again that it is
 * theirs.
 */
export function StepUpDialog({
  pending: { serialNO, challenge, settle },
}: {
  pending: PendingStepUp
}) {
  const t = usePageMessages()
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const onProve = async (given: Proof) => {
    setBusy(true)
    setError(undefined)
    try {
      const { verifyToken } = await dispatch(proveStepUp({ serialNO, ...given }))
      settle(verifyToken)
    } catch (failure) {
      setError(accountText(failure, t))
      setBusy(false)
    }
  }
  const proof = useProof({ challenge, scene: 'securityVerify', onProve })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    proof.submit()
  }
  return (
    <Dialog open onOpenChange={() => settle()} title={t('stepUp.title')} backdropCloses={false}>
      <form className={styles['fields']} onSubmit={submit} noValidate>
        <ProofFields proof={proof} />
        <p className={styles['error']} role="alert">
          {proof.error ?? error}
        </p>
        {proof.method ? (
          <Button
            type="submit"
            variant="primary"
            size="large"
            block
            loading={isBusy || proof.isAsking}
          >
            {proof.method === 'passkey' ? t('proof.usePasskey') : t('stepUp.confirm')}
          </Button>
        ) : null}
      </form>
    </Dialog>
  )
}
