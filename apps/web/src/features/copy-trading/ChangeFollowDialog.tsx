import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import type { FormEvent } from 'react'
import { changeFollowTerms, type CopyFollow } from '../../data/copy/api.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import own from './copy.module.css'
import { TermsFields, useTermsDraft } from './FollowTermsFields.tsx'
import { useCopyFigures } from './useCopyFigures.tsx'
import { useCopyRequest } from './useCopyRequest.ts'

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
  const { isBusy, run } = useCopyRequest()
  const { terms } = draft
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!terms) return
    if (await run(changeFollowTerms(follow.followId, terms), t('copy.done'))) onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('copy.change')}>
      <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        <p className={styles['note']}>
          <bdi>{follow.nickname}</bdi>
        </p>
        <TermsFields draft={draft} />
        <p className={own['worst']} role="status">
          {terms ? t('copy.worst', { amount: money(follow.worth) }) : null}
        </p>
        <Button
          type="submit"
          variant="primary"
          size="large"
          block
          loading={isBusy}
          disabled={!terms}
          disabledReason={t('spot.enterAmount')}
        >
          {t('copy.change')}
        </Button>
      </form>
    </Dialog>
  )
}
