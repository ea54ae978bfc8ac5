import { finishAmount } from '@x/decimal'
import { AmountField } from '@x/ui/amount-field'
import { CheckboxGroup } from '@x/ui/checkbox-group'
import { TextField } from '@x/ui/text-field'
import { useState } from 'react'
import type { CopyLead, LeadConditions } from '../../data/copy/api.ts'
import { useSymbols } from '../../data/symbols/hooks.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'

const MOST_FOLLOWERS = 300
const LONGEST_NAME = 20
const NEW = { nickname: '', share: '10', minimum: '10', pairs: [] }

export type LeadDraft = ReturnType<typeof useLeadDraft>

/** Name, pairs and conditions of a lead trader, as they are typed. */
export function useLeadDraft(lead?: CopyLead) {
  const given = lead ?? NEW
  const [fields, setFields] = useState({
    nickname: given.nickname,
    share: given.share,
    minimum: given.minimum,
  })
  const [pairs, setPairs] = useState<readonly string[]>(given.pairs)
  const [share, minimum] = [finishAmount(fields.share), finishAmount(fields.minimum)]
  const nickname = fields.nickname.trim()
  const maxFollowers = lead?.maxFollowers ?? MOST_FOLLOWERS
  const terms: LeadConditions | undefined =
    nickname.length > 1 && pairs.length > 0 && share && minimum
      ? { nickname, pairs: [...pairs], share, minimum, maxFollowers }
      : undefined
  return {
    fields,
    set: (name: keyof typeof fields, text: string) =>
      setFields((now) => ({ ...now, [name]: text })),
    pairs,
    setPairs,
    terms,
  }
}

export function LeadTermsFields({ draft }: { readonly draft: LeadDraft }) {
  const t = useCopyMessages()
  const readers = useAmountReaders()
  const symbols = useSymbols()
  const { fields, set } = draft
  const amount = (name: 'share' | 'minimum', decimals: number, unit: 'USDT' | '%') => (
    <AmountField
      label={t(`copy.${name}`)}
      decimals={decimals}
      unit={unit}
      value={fields[name]}
      {...readers(decimals)}
      onChange={(value) => set(name, value)}
    />
  )
  return (
    <>
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
        options={symbols.map(({ symbol, base, quote }) => ({
          value: symbol,
          label: `${base}/${quote}`,
        }))}
      />
      {amount('share', 2, '%')}
      {amount('minimum', 8, 'USDT')}
    </>
  )
}
