import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import type { FormEvent } from 'react'
import { changeLeadTerms, type CopyLead } from '../../data/copy/api.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { LeadTermsFields, useLeadDraft } from './LeadTermsFields.tsx'
import { useCopyRequest } from './useCopyRequest.ts'

/** What new followers agree to. */
export function ChangeLeadDialog({
  lead,
  onClose,
}: {
  readonly lead: CopyLead
  readonly onClose: () => void
}) {
  const t = useCopyMessages()
  const draft = useLeadDraft(lead)
  const { isBusy, run } = useCopyRequest()
  const { terms } = draft
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (terms && (await run(changeLeadTerms(lead.leadId, terms), t('copy.done')))) onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('copy.change')}>
      <form className={styles['form']} noValidate onSubmit={(event) => void send(event)}>
        <p className={styles['note']}>{t('copy.changeText')}</p>
        <LeadTermsFields draft={draft} />
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
