import { Button } from '@x/ui/button'
import type { FormEvent, ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import styles from './product.module.css'

interface ActionFormProps {
  /** Name of a form on a page; in a dialog the title names it. */
  readonly label?: string
  /** What the button does. */
  readonly action: string
  readonly isBusy: boolean
  /** Whether all that is needed is typed. */
  readonly isReady: boolean
  /** Why the last try was refused. */
  readonly refusal?: string | undefined
  /** Why nothing can be sent yet; default: an amount is missing. */
  readonly disabledReason?: string | undefined
  /** Called when it is ready and nothing is under way. */
  readonly onSubmit: () => unknown
  readonly children: ReactNode
}

/** Fields, why the last try was refused, and one button. */
export function ActionForm({
  label,
  action,
  isBusy,
  isReady,
  refusal,
  disabledReason,
  onSubmit,
  children,
}: ActionFormProps) {
  const t = useMessages()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy) onSubmit()
  }
  return (
    <form className={styles['form']} aria-label={label} noValidate onSubmit={submit}>
      {children}
      {refusal === undefined ? null : (
        <p className={styles['refusal']} role="alert">
          {refusal}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        loading={isBusy}
        disabled={!isReady}
        disabledReason={disabledReason ?? t('spot.enterAmount')}
      >
        {action}
      </Button>
    </form>
  )
}
