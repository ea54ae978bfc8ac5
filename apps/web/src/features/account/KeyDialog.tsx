import type { ApiKeyKind, ApiKeyPermission } from '@x/api'
import { Button } from '@x/ui/button'
import { CheckboxGroup } from '@x/ui/checkbox-group'
import { Dialog } from '@x/ui/dialog'
import { RadioGroup } from '@x/ui/radio-group'
import { TextArea, TextField } from '@x/ui/text-field'
import { safeText } from '@x/sanitize'
import { type FormEvent, useState } from 'react'
import type { ApiKey } from '../../data/account/api.ts'
import { useApiKeyMessages } from '../../lib/messages/messages.ts'
import styles from './account.module.css'

/** What a key is to be. */
export interface WantedKey {
  readonly label: string
  readonly kind: ApiKeyKind
  readonly publicKey?: string
  readonly permissions: readonly ApiKeyPermission[]
  readonly addresses: readonly string[]
  /** The pairs that it trades; empty: all. */
  readonly symbols: readonly string[]
}

const KINDS = [
  { value: 'ed25519', label: 'Ed25519', hint: 'apiKeys.ed25519Hint' },
  { value: 'rsa', label: 'RSA', hint: 'apiKeys.rsaHint' },
  { value: 'hmac', label: 'HMAC', hint: 'apiKeys.hmacHint' },
] as const
const PERMISSIONS = ['read', 'spot', 'margin', 'futures', 'transfer', 'withdraw'] as const
const STEPS = 3
const PEM_START = '-----BEGIN PUBLIC KEY-----'

export interface KeyDialogProps {
  /** The key to change. Default: a new one. */
  readonly of?: ApiKey | undefined
  readonly isPaper: boolean
  readonly isBusy: boolean
  readonly error: string | undefined
  readonly onWanted: (wanted: WantedKey) => void
  readonly onClose: () => void
}

/**
 * A key in three steps: its name and kind, what it may do, where it may be used from. The kind of a
 * key stays as it was made.
 */
export function KeyDialog(props: KeyDialogProps) {
  const { of, isBusy, error, onWanted, onClose } = props
  const t = useApiKeyMessages()
  const draft = useKeyDraft(of)
  const [step, setStep] = useState(1)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!draft.isComplete(step)) return
    if (step < STEPS) setStep(step + 1)
    else onWanted(draft.wanted)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={of ? t('apiKeys.editTitle', { name: safeText(of.label) }) : t('apiKeys.create')}
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
            {step < STEPS ? t('apiKeys.next') : t(of ? 'apiKeys.save' : 'apiKeys.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What is written one a line, or between commas or spaces. */
const entriesOf = (text: string) => text.split(/[\s,]+/).filter(Boolean)

type Draft = ReturnType<typeof useKeyDraft>

function useKeyDraft(of: ApiKey | undefined) {
  const [label, setLabel] = useState(of ? safeText(of.label) : '')
  const [kind, setKind] = useState<ApiKeyKind>(of?.kind ?? 'ed25519')
  const [publicKey, setPublicKey] = useState('')
  const [permissions, setPermissions] = useState<readonly string[]>(of?.permissions ?? ['read'])
  const [addresses, setAddresses] = useState(of?.addresses.join('\n') ?? '')
  const [symbols, setSymbols] = useState(of?.symbols.join(', ') ?? '')
  const named = entriesOf(addresses)
  const isComplete = (step: number): boolean => {
    const needsKey = of === undefined && kind !== 'hmac'
    if (step === 1) return label.trim() !== '' && (!needsKey || publicKey.trim() !== '')
    if (step === 2) return permissions.length > 0
    return named.length > 0 || !permissions.includes('withdraw')
  }
  const wanted: WantedKey = {
    label: label.trim(),
    kind,
    ...(kind === 'hmac' ? {} : { publicKey: publicKey.trim() }),
    permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)),
    addresses: named,
    symbols: entriesOf(symbols.toUpperCase()),
  }
  return {
    isNew: of === undefined,
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
    symbols,
    setSymbols,
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
    <>
      <TextArea
        label={t('apiKeys.addresses')}
        help={t('apiKeys.addressesHint')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={draft.addresses}
        onChange={draft.setAddresses}
      />
      <TextField
        label={t('apiKeys.symbols')}
        help={t('apiKeys.symbolsHint')}
        dir="ltr"
        autoComplete="off"
        value={draft.symbols}
        onChange={draft.setSymbols}
      />
    </>
  )
}

function KindFields({ draft }: { readonly draft: Draft }) {
  const t = useApiKeyMessages()
  const name = (
    <TextField
      label={t('apiKeys.name')}
      autoComplete="off"
      maxLength={40}
      value={draft.label}
      onChange={draft.setLabel}
    />
  )
  if (!draft.isNew) return name
  return (
    <>
      {name}
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
