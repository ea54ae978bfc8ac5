import { SegmentedControl } from '@x/ui/segmented-control'
import { TextField } from '@x/ui/text-field'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { AreaCodeField } from './AreaCodeField.tsx'
import styles from './auth.module.css'
import { CodeField } from './CodeField.tsx'
import type { ProofState } from './useProof.ts'

/** The choice of the method, and what the chosen one needs. The form around it submits. */
export function ProofFields({ proof }: { proof: ProofState }) {
  const t = usePageMessages()
  const {
    challenge: { methods },
    method,
    fields,
    set,
  } = proof
  if (!method) return <p role="status">{t('proof.none')}</p>
  return (
    <>
      {methods.length > 1 ? (
        <SegmentedControl
          aria-label={t('proof.by')}
          block
          value={method}
          onChange={proof.choose}
          segments={methods.map((key) => ({ value: key, label: t(`proof.method.${key}`) }))}
        />
      ) : null}
      <p className={styles['hint']}>{t(`proof.text.${method}`)}</p>
      {proof.isOwn ? null : <AddressFields proof={proof} />}
      {method === 'email' || method === 'mobile' ? (
        <CodeField
          sender={proof.sender}
          value={fields.code}
          onChange={set('code')}
          error={proof.codeError}
          cannotSend={proof.cannotSend}
          onSend={proof.send}
          hasMailbox={!proof.isOwn}
        />
      ) : null}
      {method === 'google' ? (
        <TextField
          label={t('login.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          size="large"
          value={fields.code}
          onChange={set('code')}
          error={proof.codeError}
        />
      ) : null}
    </>
  )
}

/** Where codes are sent, for who is not logged in yet. */
function AddressFields({ proof: { method, fields, set } }: { proof: ProofState }) {
  const t = usePageMessages()
  if (method === 'email')
    return (
      <TextField
        label={t('register.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        size="large"
        value={fields.email}
        onChange={set('email')}
      />
    )
  if (method === 'mobile')
    return (
      <div className={styles['phoneRow']}>
        <AreaCodeField size="large" value={fields.areaCode} onChange={set('areaCode')} />
        <TextField
          label={t('register.mobile')}
          inputMode="tel"
          autoComplete="tel-national"
          size="large"
          value={fields.mobile}
          onChange={set('mobile')}
        />
      </div>
    )
  return null
}
