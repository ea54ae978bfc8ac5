import { SkeletonRows } from '@x/ui/skeleton'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import styles from './futuresPanel.module.css'
import { MoveFields, MoveTexts, SendButton } from './MoveFields.tsx'
import { useMoveDraft } from './useMoveDraft.ts'

/** The form that moves funds between the wallets of an account, on a page. */
export default function MoveCard() {
  return (
    <MoveTexts fallback={<SkeletonRows rows={4} />}>
      <MoveForm />
    </MoveTexts>
  )
}

function MoveForm() {
  const t = useFuturesMessages()
  const draft = useMoveDraft({ onMoved: () => draft.setTyped('') })
  return (
    <form
      className={styles['form']}
      aria-label={t('positions.transfer')}
      noValidate
      onSubmit={draft.submit}
    >
      <MoveFields draft={draft} isOwn />
      <SendButton draft={draft} size="large" block />
    </form>
  )
}
