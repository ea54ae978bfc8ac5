import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import type { FormEvent, ReactNode } from 'react'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { useCopyRequest } from './useCopyRequest.ts'

export interface ChangeTermsDialogProps {
  /** What sends the terms of the form; `undefined`: they cannot be sent as they stand. */
  readonly change: Parameters<ReturnType<typeof useCopyRequest>['run']>[0] | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The form of changed terms, which closes once they are taken. */
export function ChangeTermsDialog({ change, onClose, children }: ChangeTermsDialogProps) {
  const t = useCopyMessages()
  const { isBusy, run } = useCopyRequest()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (change && (await run(change, t('copy.done')))) onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('copy.change')}>
      <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        {children}
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          loading={isBusy}
          disabled={!change}
          disabledReason={t('spot.enterAmount')}
        >
          {t('copy.change')}
        </Button>
      </form>
    </Dialog>
  )
}
