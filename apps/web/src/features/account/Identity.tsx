import type { DocumentSide, DocumentType } from '@x/api'
import { useLocale, useNumbers } from '@x/locale/react'
import { safeText } from '@x/sanitize'
import { Badge } from '@x/ui/badge'
import { Button } from '@x/ui/button'
import { Select } from '@x/ui/select'
import { TextField } from '@x/ui/text-field'
import { type ChangeEvent, type FormEvent, useMemo, useState } from 'react'
import { useVerification, type Verification } from '../../data/account/api.ts'
import { refetchAccount, uploadPicture } from '../../data/account/changes.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { accountText, countryOptions } from '../auth/index.ts'
import styles from './account.module.css'
import { Section } from './Section.tsx'
import { useChange } from './useChange.ts'

const DOCUMENTS: readonly DocumentType[] = ['passport', 'identityCard', 'drivingLicence']
const TONES = {
  none: 'neutral',
  waiting: 'warning',
  approved: 'success',
  refused: 'danger',
} as const

/** How far the account is verified, and the form that the operators look at. */
export function Identity() {
  const t = useGuardMessages()
  const numbers = useNumbers()
  const { data, isLoading, error: failure, refetch } = useVerification()
  const state = data?.state === 'draft' ? 'none' : (data?.state ?? 'none')
  const limit = (level: number) =>
    numbers.number(data?.limits.find((each) => each.level === level)?.dailyWithdrawal ?? '0', {
      digits: 0,
    })
  return (
    <Section
      title={t('guard.identity')}
      text={t('guard.identityText', { amount: limit(1), base: limit(0) })}
      isLoading={isLoading}
      failure={failure}
      onRetry={() => void refetch()}
      action={<Badge tone={TONES[state]}>{t(`guard.identity.${state}`)}</Badge>}
    >
      {data?.reason ? <p className={styles['text']}>{safeText(data.reason)}</p> : null}
      {data && (data.state === 'none' || data.state === 'draft' || data.state === 'refused') ? (
        <IdentityForm files={data.files} />
      ) : null}
    </Section>
  )
}

/** The same in every language. */
const DATE_FORM = 'YYYY-MM-DD'
const EMPTY = { name: '', birthDate: '', country: '', documentNumber: '' }

function IdentityForm({ files }: Pick<Verification, 'files'>) {
  const t = useGuardMessages()
  const { isBusy, error, change } = useChange()
  const [documentType, setDocumentType] = useState<DocumentType>('passport')
  const [fields, setFields] = useState(EMPTY)
  const { locale } = useLocale()
  const countries = useMemo(() => countryOptions(locale), [locale])
  const sides: readonly DocumentSide[] =
    documentType === 'passport' ? ['front', 'person'] : ['front', 'back', 'person']
  const isReady =
    Object.values(fields).every((text) => text.trim() !== '') &&
    sides.every((side) => files.includes(side))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    void change(async ({ send }) => {
      await send('POST /v1/user/verification/submit', { ...fields, documentType })
      return t('guard.identity.waiting')
    })
  }
  const field = (name: keyof typeof EMPTY) => ({
    value: fields[name],
    onChange: (text: string) => setFields((now) => ({ ...now, [name]: text })),
  })
  return (
    <form className={styles['enrol']} noValidate onSubmit={submit}>
      <p className={styles['error']} role="alert">
        {error}
      </p>
      <TextField label={t('guard.fullName')} autoComplete="name" {...field('name')} />
      <TextField
        label={t('guard.birthDate')}
        placeholder={DATE_FORM}
        autoComplete="bday"
        {...field('birthDate')}
      />
      <Select
        label={t('guard.country')}
        filterable
        options={countries}
        value={fields.country || null}
        onChange={(country) => setFields((now) => ({ ...now, country: country ?? '' }))}
      />
      <Select
        label={t('guard.documentType')}
        options={DOCUMENTS.map((value) => ({ value, label: t(`guard.document.${value}`) }))}
        value={documentType}
        onChange={(value) =>
          setDocumentType(DOCUMENTS.find((each) => each === value) ?? documentType)
        }
      />
      <TextField
        label={t('guard.documentNumber')}
        autoComplete="off"
        {...field('documentNumber')}
      />
      {sides.map((side) => (
        <PictureField key={side} side={side} isThere={files.includes(side)} />
      ))}
      <Button
        type="submit"
        loading={isBusy}
        disabled={!isReady}
        disabledReason={t('guard.pictureHelp')}
      >
        {t('guard.submit')}
      </Button>
    </form>
  )
}

/** A picture is sent when it is chosen. */
function PictureField({
  side,
  isThere,
}: {
  readonly side: DocumentSide
  readonly isThere: boolean
}) {
  const t = useGuardMessages()
  const dispatch = useAppDispatch()
  const [error, setError] = useState<string>()
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // The same picture may be chosen again after it was refused.
    currentTarget.value = ''
    if (!file) return
    setError(undefined)
    try {
      await dispatch(uploadPicture({ side, file }))
      dispatch(refetchAccount())
    } catch (failure) {
      setError(accountText(failure, t))
    }
  }
  return (
    <label className={styles['file']}>
      <span>
        {t(`guard.picture.${side}`)} {isThere ? <span aria-hidden="true">✓</span> : null}
      </span>
      <span className={styles['choose']}>
        {t('guard.choosePicture')}
        <input type="file" accept="image/png,image/jpeg" onChange={(event) => void choose(event)} />
      </span>
      <span className={styles['text']} role={error === undefined ? undefined : 'alert'}>
        {error ?? t('guard.pictureHelp')}
      </span>
    </label>
  )
}
