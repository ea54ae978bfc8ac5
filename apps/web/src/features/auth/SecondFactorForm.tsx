import { Button } from '@x/ui/button'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { AuthCard } from './AuthCard.tsx'
import { isEmail } from './fieldRules.ts'
import type { Proof } from '../../data/login/api.ts'
import type { Challenge } from './proof.ts'
import { ProofFields } from './ProofFields.tsx'
import { useProof } from './useProof.ts'

interface SecondFactorFormProps {
  readonly challenge: Challenge
  /** What was typed as the log-in name, if anything was. */
  readonly loginName?: string
  readonly isBusy: boolean
  readonly error: string | undefined
  readonly onProve: (proof: Proof) => Promise<void>
  readonly onBack: () => void
}

/** The second step of a log-in, with any of the methods that the account takes. */
export function SecondFactorForm({
  challenge,
  loginName = '',
  isBusy,
  error,
  onProve,
  onBack,
}: SecondFactorFormProps) {
  const t = usePageMessages()
  const proof = useProof({
    challenge,
    scene: 'login',
    knownEmail: isEmail(loginName) ? loginName.trim() : undefined,
    onProve,
  })
  return (
    <AuthCard
      title={t('login.factorTitle')}
      error={proof.error ?? error}
      onSubmit={proof.submit}
      footer={
        <Button variant="ghost" size="small" onClick={onBack}>
          {t('login.startAgain')}
        </Button>
      }
    >
      <ProofFields proof={proof} />
      {proof.method ? (
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          loading={isBusy || proof.isAsking}
        >
          {proof.method === 'passkey' ? t('proof.usePasskey') : t('shell.login')}
        </Button>
      ) : null}
    </AuthCard>
  )
}
