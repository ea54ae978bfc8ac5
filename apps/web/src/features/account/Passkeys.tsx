import { useDates } from '@x/locale/react'
import { safeText } from '@x/sanitize'
import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import styles from './account.module.css'
import { type Passkey, usePasskeys } from '../../data/account/api.ts'
import { Row, Section } from './Section.tsx'
import { SECTIONS } from './protections.ts'
import { useChange } from './useChange.ts'

const NONE: readonly never[] = []

/** Passkeys that a log-in and a step-up may ask for. */
export function Passkeys() {
  const t = useGuardMessages()
  const { data = NONE, isLoading, error: failure, refetch } = usePasskeys()
  const { isBusy, error, label, setLabel, add, remove } = usePasskeyChanges()
  return (
    <Section
      anchor={SECTIONS.passkey}
      title={t('account.passkeys')}
      text={t('account.passkeysText')}
      error={error}
      isLoading={isLoading}
      failure={failure}
      onRetry={() => void refetch()}
    >
      <ul className={styles['list']}>
        {data.map((passkey) => (
          <PasskeyRow
            key={passkey.credentialId}
            passkey={passkey}
            isBusy={isBusy}
            onRemove={() => void remove(passkey)}
          />
        ))}
      </ul>
      <form className={styles['add']} onSubmit={add}>
        <TextField
          label={t('account.passkeyName')}
          placeholder={t('account.passkeyExample')}
          autoComplete="off"
          maxLength={32}
          value={label}
          onChange={setLabel}
        />
        <Button type="submit" loading={isBusy}>
          {t('account.passkeyAdd')}
        </Button>
      </form>
    </Section>
  )
}

function PasskeyRow({
  passkey,
  isBusy,
  onRemove,
}: {
  readonly passkey: Passkey
  readonly isBusy: boolean
  readonly onRemove: () => void
}) {
  const t = useGuardMessages()
  const dates = useDates()
  const name = safeText(passkey.label)
  return (
    <Row
      title={<bdi>{name}</bdi>}
      action={
        <Button
          size="small"
          loading={isBusy}
          aria-label={`${t('account.remove')}: ${name}`}
          onClick={onRemove}
        >
          {t('account.remove')}
        </Button>
      }
    >
      {t('account.addedAt', { time: dates.timestamp(passkey.createdAt, 'date') })}
    </Row>
  )
}

/** Adds passkeys, each with the name in the form, and removes them. */
function usePasskeyChanges() {
  const t = useGuardMessages()
  const { passkeys, reporter } = useServices()
  const { isBusy, error, change } = useChange()
  const [label, setLabel] = useState('')
  const [isUnused, setUnused] = useState(false)

  /** `undefined` when the user or the browser declined. */
  const make = (options: object) =>
    passkeys.create(options).catch((cause: unknown) => {
      reporter.report({
        kind: 'passkey',
        message: cause instanceof Error ? cause.name : 'not an error',
      })
      setUnused(true)
      return undefined
    })
  const add = (event: FormEvent) => {
    event.preventDefault()
    setUnused(false)
    void change(async ({ prove, send }) => {
      const verifyToken = await prove('passkey')
      if (verifyToken === undefined) return undefined
      const credential = await make(
        await send('POST /v1/user/security/fido2/create', { verifyToken }),
      )
      if (!credential) return undefined
      const name = label.trim()
      await send('POST /v1/user/security/fido2/register', {
        credential,
        ...(name === '' ? {} : { label: name }),
      })
      setLabel('')
      return t('account.passkeyAdded')
    })
  }
  const remove = ({ credentialId }: Passkey) =>
    change(async ({ prove, send }) => {
      const verifyToken = await prove('passkey')
      if (verifyToken === undefined) return undefined
      await send('POST /v1/user/security/fido2/remove', { credentialId, verifyToken })
      return t('account.passkeyRemoved')
    })
  return {
    isBusy,
    error: error ?? (isUnused ? t('account.passkeyUnused') : undefined),
    label,
    setLabel,
    add,
    remove,
  }
}
