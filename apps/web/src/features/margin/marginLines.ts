import type { MarginLiquidation, MarginLoan } from '@x/api'
import type { MarginRecordKind } from '../../data/margin/recordsApi.ts'

const LOAN_FIELDS = [
  'loanId',
  'createdAt',
  'symbol',
  'asset',
  'kind',
  'amount',
  'interest',
  'fee',
  'principalAfter',
  'interestAfter',
] as const satisfies readonly (keyof MarginLoan)[]
const STEP_FIELDS = [
  'stepId',
  'createdAt',
  'symbol',
  'step',
  'level',
  'orderId',
] as const satisfies readonly (keyof MarginLiquidation)[]

/** The lines of a file: names in the words of the wire, times in UTC, `cross` without a pair. */
export function marginLines(
  kind: MarginRecordKind,
  records: readonly (MarginLoan | MarginLiquidation)[],
): readonly (readonly string[])[] {
  const fields: readonly string[] = kind === 'liquidations' ? STEP_FIELDS : LOAN_FIELDS
  return [
    fields,
    ...records.map((record) => {
      const values = record as unknown as Readonly<Record<string, string | number | null>>
      return fields.map((field) => {
        const value = values[field]
        if (field === 'createdAt') return new Date(Number(value)).toISOString()
        return String(value ?? (field === 'symbol' ? 'cross' : ''))
      })
    }),
  ]
}
