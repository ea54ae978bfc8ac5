import { finishAmount } from '@x/decimal'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { type FormEvent, useState } from 'react'
import { DECIDED, type LeadTerms, openLead } from '../../data/copy/api.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { LeadTermsFields, useLeadDraft } from './LeadTermsFields.tsx'
import { useCopyRequest } from './useCopyRequest.ts'

const DECIMALS = 8

/** Name, pairs, conditions and funds of a new lead trader. */
export function BecomeLead() {
  const t = useCopyMessages()
  const readers = useAmountReaders()
  const { isBusy, submit } = useCopyRequest()
  const submitter = useSubmitter<LeadTerms>('copy', { decided: DECIDED })
  const draft = useLeadDraft()
  const [typed, setTyped] = useState('')
  const amount = finishAmount(typed)
  const terms = draft.terms && amount !== '' ? { ...draft.terms, amount } : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (terms) void submit(openLead(terms, submitter), t('copy.done'))
  }
  return (
    <form className={styles['form']} noValidate onSubmit={send}>
      <p className={styles['note']}>{t('copy.becomeText')}</p>
      <LeadTermsFields draft={draft} />
      <AmountField
        label={t('copy.paidIn')}
        decimals={DECIMALS}
        unit="USDT"
        value={typed}
        {...readers(DECIMALS)}
        onChange={setTyped}
      />
      <Button
        type="submit"
        variant="primary"
        loading={isBusy}
        disabled={!terms}
        disabledReason={t('spot.enterAmount')}
      >
        {t('copy.becomeLead')}
      </Button>
    </form>
  )
}
