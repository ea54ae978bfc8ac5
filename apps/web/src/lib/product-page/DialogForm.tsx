import { Dialog } from '@x/ui/dialog'
import type { ReactNode } from 'react'
import { ActionForm } from './ActionForm.tsx'

interface DialogFormProps {
  readonly title: ReactNode
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
export const DialogForm = ({ title, onClose, ...form }: DialogFormProps) => (
  <Dialog open onOpenChange={onClose} title={title}>
    <ActionForm {...form} />
  </Dialog>
)
