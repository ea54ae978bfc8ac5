import { EntryTexts } from '../../lib/lazy/EntryTexts.tsx'
import { useEntryMessages } from '../../lib/messages/entryMessages.ts'
import styles from './strength.module.css'
import { passwordStrength, STRENGTHS } from './passwordStrength.ts'

interface PasswordStrengthProps {
  readonly password: string
  /** What guessers try because it belongs to the user, such as the address. */
  readonly own?: readonly string[] | undefined
}

/** How hard a new password is to guess, in four steps. */
export function PasswordStrength(props: PasswordStrengthProps) {
  return (
    <EntryTexts>
      <Meter {...props} />
    </EntryTexts>
  )
}

function Meter({ password, own = [] }: PasswordStrengthProps) {
  const t = useEntryMessages()
  const strength = passwordStrength(password, { own })
  const reached = STRENGTHS.indexOf(strength) + 1
  return (
    <div className={styles['strength']} data-strength={strength}>
      <span
        className={styles['bars']}
        role="meter"
        aria-label={t('entry.strength')}
        aria-valuemin={1}
        aria-valuemax={STRENGTHS.length}
        aria-valuenow={reached}
        aria-valuetext={t(`entry.strength.${strength}`)}
      >
        {STRENGTHS.map((step, index) => (
          <span key={step} data-on={index < reached || undefined} />
        ))}
      </span>
      <span aria-hidden="true">{t(`entry.strength.${strength}`)}</span>
    </div>
  )
}
