import { TextField, type TextFieldProps } from '@x/ui/text-field'
import { lazy } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './strength.module.css'

const PasswordStrength = lazy(async () => ({
  default: (await import('./PasswordStrength.tsx')).PasswordStrength,
}))

/** A form without its meter is a form. */
const NOTHING = () => {}

interface NewPasswordFieldProps extends Pick<TextFieldProps, 'size' | 'onBlur' | 'error'> {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** What belongs to the user and makes a weak password, such as the address. */
  readonly own?: readonly string[] | undefined
}

/** A password that is being chosen, with its rules and how hard it is to guess. */
export function NewPasswordField({ own, ...props }: NewPasswordFieldProps) {
  const t = usePageMessages()
  return (
    <div className={styles['field']}>
      <TextField
        {...props}
        help={t('register.passwordHelp')}
        type="password"
        autoComplete="new-password"
      />
      {props.value === '' ? null : (
        <div className={styles['place']}>
          <OptionalLazyBoundary quiet onFail={NOTHING}>
            <PasswordStrength password={props.value} own={own} />
          </OptionalLazyBoundary>
        </div>
      )}
    </div>
  )
}
