import { finishAmount } from '@x/decimal'
import { AmountField } from '@x/ui/amount-field'
import { SegmentedControl } from '@x/ui/segmented-control'
import { useState } from 'react'
import type { CopyFollow, CopyTerms } from '../../data/copy/api.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import { useCopyFigures } from './useCopyFigures.tsx'

/** A stop loss is a whole number of percent. */
const DECIMALS = { amount: 8, stopLoss: 0, dailyCap: 8, slippage: 2 } as const
type TermsField = keyof typeof DECIMALS
const LIMITS = ['stopLoss', 'dailyCap', 'slippage'] as const

export type TermsDraft = ReturnType<typeof useTermsDraft>

/** How fills are copied, as it is typed; `terms` once nothing is missing or cannot be read. */
export function useTermsDraft(follow?: CopyFollow) {
  const [mode, setMode] = useState<CopyTerms['mode']>(follow?.mode ?? 'ratio')
  const [fields, setFields] = useState<Readonly<Record<TermsField, string>>>({
    amount: follow?.amount ?? '',
    stopLoss: follow?.stopLoss ?? '',
    dailyCap: follow?.dailyCap ?? '',
    slippage: follow?.slippage ?? '',
  })
  const [unread, setUnread] = useState<Readonly<Partial<Record<TermsField, string | undefined>>>>(
    {},
  )
  const amount = finishAmount(fields.amount)
  const limits = LIMITS.map((name) => [name, finishAmount(fields[name])] as const)
  // What cannot be read is no limit: it must not pass as an empty field.
  const isUnread = LIMITS.some((name) => unread[name] !== undefined)
  const terms: CopyTerms | undefined =
    isUnread || (mode === 'amount' && amount === '')
      ? undefined
      : {
          mode,
          ...(mode === 'amount' ? { amount } : {}),
          ...Object.fromEntries(limits.filter(([, text]) => text !== '')),
        }
  return {
    fields,
    set: (name: TermsField, text: string) => setFields((now) => ({ ...now, [name]: text })),
    setUnread: (name: TermsField, message: string | undefined) =>
      setUnread((now) => ({ ...now, [name]: message })),
    mode,
    setMode,
    terms,
  }
}

export function TermsFields({ draft }: { readonly draft: TermsDraft }) {
  const t = useCopyMessages()
  const readers = useAmountReaders()
  const { percentText } = useCopyFigures()
  const field = (name: TermsField, unit: 'USDT' | '%', help?: string) => (
    <AmountField
      label={t(`copy.${name}`)}
      decimals={DECIMALS[name]}
      unit={unit}
      value={draft.fields[name]}
      help={help}
      {...readers(DECIMALS[name])}
      onChange={(value) => draft.set(name, value)}
      onRefuse={(message) => draft.setUnread(name, message)}
    />
  )
  return (
    <>
      <SegmentedControl
        aria-label={t('copy.mode')}
        block
        value={draft.mode}
        onChange={draft.setMode}
        segments={[
          { value: 'ratio', label: t('copy.ratio') },
          { value: 'amount', label: t('copy.amount') },
        ]}
      />
      {draft.mode === 'amount' ? field('amount', 'USDT') : null}
      {field('stopLoss', '%')}
      {field('dailyCap', 'USDT')}
      {field(
        'slippage',
        '%',
        t('copy.slippageHint', { major: percentText('0.3'), other: percentText('0.5') }),
      )}
    </>
  )
}
