import { changeFollowTerms, type CopyFollow } from '../../data/copy/api.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { ChangeTermsDialog } from './ChangeTermsDialog.tsx'
import own from './copy.module.css'
import { TermsFields, useTermsDraft } from './FollowTermsFields.tsx'
import { useCopyFigures } from './useCopyFigures.tsx'

/** How a lead trader is copied from now on: an empty field ends its limit. */
export function ChangeFollowDialog({
  follow,
  onClose,
}: {
  readonly follow: CopyFollow
  readonly onClose: () => void
}) {
  const t = useCopyMessages()
  const { money } = useCopyFigures()
  const draft = useTermsDraft(follow)
  const { terms } = draft
  return (
    <ChangeTermsDialog
      change={terms && changeFollowTerms(follow.followId, terms)}
      onClose={onClose}
    >
      <p className={styles['note']}>
        <bdi>{follow.nickname}</bdi>
      </p>
      <TermsFields draft={draft} />
      <p className={own['worst']} role="status">
        {terms ? t('copy.worst', { amount: money(follow.worth) }) : null}
      </p>
    </ChangeTermsDialog>
  )
}
