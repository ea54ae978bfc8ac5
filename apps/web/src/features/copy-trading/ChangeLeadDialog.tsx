import { changeLeadTerms, type CopyLead } from '../../data/copy/api.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { ChangeTermsDialog } from './ChangeTermsDialog.tsx'
import { LeadTermsFields, useLeadDraft } from './LeadTermsFields.tsx'

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
  const { terms } = draft
  return (
    <ChangeTermsDialog change={terms && changeLeadTerms(lead.leadId, terms)} onClose={onClose}>
      <p className={styles['note']}>{t('copy.changeText')}</p>
      <LeadTermsFields draft={draft} />
    </ChangeTermsDialog>
  )
}
