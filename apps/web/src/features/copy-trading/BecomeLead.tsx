import { finishAmount } from '@x/decimal'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { CheckboxGroup } from '@x/ui/checkbox-group'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { DECIDED, type LeadTerms, openLead } from '../../data/copy/api.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { useSymbols } from '../../data/symbols/hooks.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { useCopyRequest } from './useCopyRequest.ts'

const DECIMALS = 8
const MOST_FOLLOWERS = 300
const LONGEST_NAME = 20

/** Name, pairs and conditions of a new lead trader. */
export function BecomeLead() {
  const t = useCopyMessages()
  const readers = useAmountReaders()
  const symbols = useSymbols()
  const { isBusy, submit } = useCopyRequest()
  const submitter = useSubmitter<LeadTerms>('copy', { decided: DECIDED })
  const draft = useDraft()
  const { fields, set } = draft
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (draft.terms) void submit(openLead(draft.terms, submitter), t('copy.done'))
  }
  const amount = (name: 'amount' | 'share' | 'minimum', label: string) => (
    <AmountField
      label={label}
      decimals={name === 'share' ? 2 : DECIMALS}
      unit={name === 'share' ? '%' : 'USDT'}
      value={fields[name]}
      {...readers(name === 'share' ? 2 : DECIMALS)}
      onChange={(value) => set(name, value)}
    />
  )
  return (
    <form className={styles['form']} noValidate onSubmit={send}>
      <p className={styles['note']}>{t('copy.becomeText')}</p>
      <TextField
        label={t('copy.nickname')}
        maxLength={LONGEST_NAME}
        value={fields.nickname}
        onChange={(value) => set('nickname', value)}
      />
      <CheckboxGroup
        inline
        label={t('copy.pairs')}
        value={draft.pairs}
        onChange={draft.setPairs}
        options={symbols.map(({ symbol }) => ({ value: symbol, label: symbol }))}
      />
      {amount('amount', t('copy.paidIn'))}
      {amount('share', t('copy.share'))}
      {amount('minimum', t('copy.minimum'))}
      <Button
        type="submit"
        variant="primary"
        loading={isBusy}
        disabled={!draft.terms}
        disabledReason={t('spot.enterAmount')}
      >
        {t('copy.becomeLead')}
      </Button>
    </form>
  )
}

const EMPTY = { nickname: '', amount: '', share: '10', minimum: '10' }

function useDraft() {
  const [fields, setFields] = useState(EMPTY)
  const [pairs, setPairs] = useState<readonly string[]>([])
  const [amount, share, minimum] = (['amount', 'share', 'minimum'] as const).map((name) =>
    finishAmount(fields[name]),
  )
  const nickname = fields.nickname.trim()
  const terms: LeadTerms | undefined =
    nickname.length > 1 && pairs.length > 0 && amount && share && minimum
      ? { nickname, pairs, amount, share, minimum, maxFollowers: MOST_FOLLOWERS }
      : undefined
  return {
    fields,
    set: (name: keyof typeof EMPTY, text: string) => setFields((now) => ({ ...now, [name]: text })),
    pairs,
    setPairs: (chosen: readonly string[]) => setPairs(chosen),
    terms,
  }
}
