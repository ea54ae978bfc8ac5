import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { useId } from 'react'
import { useFuturesMessages, usePageMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import styles from './futuresPanel.module.css'
import { MoveFields, MoveTexts, SendButton } from './MoveFields.tsx'
import { type MoveOptions, useMoveDraft } from './useMoveDraft.ts'

export interface MoveDialogProps extends Omit<MoveOptions, 'onMoved'> {
  readonly onClose: () => void
}

/**
 * Moves funds between the wallets of the account, in either realm, and between the accounts of one
 * holder.
 */
export default function MoveDialog(props: MoveDialogProps) {
  return (
    <MoveTexts>
      <MoveForm {...props} />
    </MoveTexts>
  )
}

function MoveForm({ onClose, ...options }: MoveDialogProps) {
  const t = useFuturesMessages()
  const pages = usePageMessages()
  const formId = useId()
  const draft = useMoveDraft({ ...options, onMoved: onClose })
  const toPath = useLocalePath()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('positions.transfer')}
      footer={
        <>
          <Button onClick={onClose}>{t('orders.keep')}</Button>
          <SendButton draft={draft} form={formId} />
        </>
      }
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={draft.submit}>
        <MoveFields draft={draft} />
        {draft.hasAccounts ? (
          <Link to={toPath('/asset/transfer')} onClick={onClose}>
            {pages('transfer.history')}
          </Link>
        ) : null}
      </form>
    </Dialog>
  )
}
