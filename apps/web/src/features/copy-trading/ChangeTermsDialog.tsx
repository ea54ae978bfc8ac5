import type { ReactNode } from 'react'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import { DialogForm } from '../../lib/product-page/DialogForm.tsx'
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
  const send = async () => {
    if (change && (await run(change, t('copy.done')))) onClose()
  }
  return (
    <DialogForm
      title={t('copy.change')}
      action={t('copy.change')}
      isBusy={isBusy}
      isReady={change !== undefined}
      onSubmit={send}
      onClose={onClose}
    >
      {children}
    </DialogForm>
  )
}
