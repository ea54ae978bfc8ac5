import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { useState } from 'react'
import { useEntryMessages } from '../../lib/messages/entryMessages.ts'
import styles from './referral.module.css'
import type { ReferralCodeState } from './useReferralCode.ts'

/** Folded until the user has a code to type, or a link brought one. */
export function ReferralField({
  referral: { text, setText, isWrong },
  isTried,
}: {
  readonly referral: ReferralCodeState
  readonly isTried: boolean
}) {
  const t = useEntryMessages()
  const [isOpen, setOpen] = useState(false)
  const [isLeft, setLeft] = useState(false)
  if (!isOpen && text === '')
    return (
      <span>
        <Button
          variant="ghost"
          size="small"
          className={styles['unfold']}
          aria-expanded={false}
          onClick={() => setOpen(true)}
        >
          {t('entry.referral')}
        </Button>
      </span>
    )
  return (
    <TextField
      label={t('entry.referralCode')}
      size="large"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={text}
      onChange={(next) => {
        setOpen(true)
        setText(next)
      }}
      onBlur={() => setLeft(true)}
      error={isWrong && (isLeft || isTried) ? t('entry.referralShape') : undefined}
    />
  )
}
