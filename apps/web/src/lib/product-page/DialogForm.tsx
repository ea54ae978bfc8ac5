import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import type { FormEvent, ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import styles from './product.module.css'

interface DialogFormProps {
  readonly title: string
  /** What the button does. */
  readonly action: string
  readonly isBusy: boolean
  /** Whether all that is needed is typed. */
  readonly isReady: boolean
  /** Called when it is ready and nothing is under way. */
  readonly onSubmit: () => unknown
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that is one form with one button. */
export function DialogForm({
  title,
  action,
  isBusy,
  isReady,
  onSubmit,
  onClose,
  children,
}: DialogFormProps) {
  const t = useMessages()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy) onSubmit()
  }
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        {children}
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          loading={isBusy}
          disabled={!isReady}
          disabledReason={t('spot.enterAmount')}
        >
          {action}
        </Button>
      </form>
    </Dialog>
  )
}
