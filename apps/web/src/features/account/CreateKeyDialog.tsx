import type { ApiKeyKind, ApiKeyPermission } from '@x/api'
import { Button } from '@x/ui/button'
import { CheckboxGroup } from '@x/ui/checkbox-group'
import { Dialog } from '@x/ui/dialog'
import { RadioGroup } from '@x/ui/radio-group'
import { TextArea, TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useApiKeyMessages } from '../../lib/messages/messages.ts'
import styles from './account.module.css'

/** What a new key is to be. */
export interface WantedKey {
  readonly label: string
  readonly kind: ApiKeyKind
  readonly publicKey?: string
  readonly permissions: readonly ApiKeyPermission[]
  readonly addresses: readonly string[]
}

const KINDS = [
  { value: 'ed25519', label: 'Ed25519', hint: 'apiKeys.ed25519Hint' },
  { value: 'rsa', label: 'RSA', hint: 'apiKeys.rsaHint' },
  { value: 'hmac', label: 'HMAC', hint: 'apiKeys.hmacHint' },
] as const
const PERMISSIONS = ['read', 'spot', 'margin', 'futures', 'transfer', 'withdraw'] as const
const STEPS = 3
const PEM_START = '-----BEGIN PUBLIC KEY-----'

export interface CreateKeyDialogProps {
  readonly isPaper: boolean
  readonly isBusy: boolean
  readonly error: string | undefined
  readonly onCreate: (wanted: WantedKey) => void
  readonly onClose: () => void
}

/** A key in three steps: its kind, what it may do, where it may be used from. */
export function CreateKeyDialog(props: CreateKeyDialogProps) {
  const { isBusy, error, onCreate, onClose } = props
  const t = useApiKeyMessages()
  const draft = useKeyDraft()
  const [step, setStep] = useState(1)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!draft.isComplete(step)) return
    if (step < STEPS) setStep(step + 1)
    else onCreate(draft.wanted)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('apiKeys.create')}
      size="medium"
      backdropCloses={false}
    >
      <form className={styles['fields']} onSubmit={submit} noValidate>
        <p className={styles['text']}>{t('apiKeys.step', { step, steps: STEPS })}</p>
        <StepFields step={step} draft={draft} isPaper={props.isPaper} />
        <p className={styles['error']} role="alert">
          {error}
        </p>
        <div className={styles['steps']}>
          {step > 1 ? <Button onClick={() => setStep(step - 1)}>{t('apiKeys.back')}</Button> : null}
          <Button
            type="submit"
            variant="primary"
            loading={isBusy}
            disabled={!draft.isComplete(step)}
          >
            {step < STEPS ? t('apiKeys.next') : t('apiKeys.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type Draft = ReturnType<typeof useKeyDraft>

function useKeyDraft() {
  const [label, setLabel] = useState('')
  const [kind, setKind] = useState<ApiKeyKind>('ed25519')
  const [publicKey, setPublicKey] = useState('')
  const [permissions, setPermissions] = useState<readonly string[]>(['read'])
  const [addresses, setAddresses] = useState('')
  const named = addresses.split(/[\s,]+/).filter(Boolean)
  const isComplete = (step: number): boolean => {
    if (step === 1) return label.trim() !== '' && (kind === 'hmac' || publicKey.trim() !== '')
    if (step === 2) return permissions.length > 0
    return named.length > 0 || !permissions.includes('withdraw')
  }
  const wanted: WantedKey = {
    label: label.trim(),
    kind,
    ...(kind === 'hmac' ? {} : { publicKey: publicKey.trim() }),
    permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)),
    addresses: named,
  }
  return {
    label,
    setLabel,
    kind,
    setKind,
    publicKey,
    setPublicKey,
    permissions,
    setPermissions,
    addresses,
    setAddresses,
    isComplete,
    wanted,
  }
}

function StepFields({
  step,
  draft,
  isPaper,
}: {
  readonly step: number
  readonly draft: Draft
  readonly isPaper: boolean
}) {
  const t = useApiKeyMessages()
  if (step === 1) return <KindFields draft={draft} />
  if (step === 2)
    return (
      <CheckboxGroup
        label={t('apiKeys.permissions')}
        options={PERMISSIONS.filter((each) => !isPaper || each !== 'withdraw').map((value) => ({
          value,
          label: t(`apiKeys.${value}`),
        }))}
        value={draft.permissions}
        onChange={draft.setPermissions}
      />
    )
  return (
    <TextArea
      label={t('apiKeys.addresses')}
      help={t('apiKeys.addressesHint')}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      value={draft.addresses}
      onChange={draft.setAddresses}
    />
  )
}

function KindFields({ draft }: { readonly draft: Draft }) {
  const t = useApiKeyMessages()
  return (
    <>
      <TextField
        label={t('apiKeys.name')}
        autoComplete="off"
        maxLength={40}
        value={draft.label}
        onChange={draft.setLabel}
      />
      <RadioGroup
        label={t('apiKeys.kind')}
        options={KINDS.map(({ value, label, hint }) => ({ value, label, hint: t(hint) }))}
        value={draft.kind}
        onChange={(value) => draft.setKind(value as ApiKeyKind)}
      />
      {draft.kind === 'hmac' ? null : (
        <TextArea
          label={t('apiKeys.publicKey')}
          dir="ltr"
          rows={4}
          autoComplete="off"
          spellCheck={false}
          placeholder={PEM_START}
          value={draft.publicKey}
          onChange={draft.setPublicKey}
        />
      )}
    </>
  )
}
