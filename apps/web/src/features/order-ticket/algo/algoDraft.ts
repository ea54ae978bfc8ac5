import { compare, decimal, div, finishAmount, formatDecimal, roundToStep } from '@x/decimal'
import type { AlgoTerms } from '../../../data/algos/api.ts'
import type { Side, SpotSymbol } from '../../../data/spot/model.ts'
import { amountOf } from '../orderDraft.ts'

export const ALGO_KINDS = ['iceberg', 'twap', 'scaled'] as const
export type AlgoKind = (typeof ALGO_KINDS)[number]

export type AlgoField = 'size' | 'price' | 'lastPrice' | 'visible' | 'parts' | 'minutes'

/** What the form holds, as texts. */
export interface AlgoDraft extends Readonly<Record<AlgoField, string>> {
  readonly kind: AlgoKind
  readonly side: Side
}

/** The fields of a kind, in reading order; an optional one may stay empty. */
export const ALGO_FIELDS: Readonly<Record<AlgoKind, readonly AlgoField[]>> = {
  iceberg: ['price', 'size', 'visible'],
  twap: ['size', 'parts', 'minutes', 'price'],
  scaled: ['price', 'lastPrice', 'size', 'parts'],
}
const isOptional = (kind: AlgoKind, field: AlgoField): boolean =>
  kind === 'twap' && field === 'price'

export const newAlgo = (side: Side, price: string): AlgoDraft => ({
  kind: 'iceberg',
  side,
  price,
  lastPrice: '',
  size: '',
  visible: '',
  parts: '10',
  minutes: '30',
})

const WHOLE = /^\d{1,5}$/

/** The first field that is empty or no amount; `undefined`: the order can be sent. */
export const missingField = (draft: AlgoDraft): AlgoField | undefined =>
  ALGO_FIELDS[draft.kind].find((field) => {
    if (field === 'parts' || field === 'minutes')
      return !WHOLE.test(draft[field]) || Number(draft[field]) < (field === 'parts' ? 2 : 1)
    if (draft[field] === '' && isOptional(draft.kind, field)) return false
    return amountOf(draft[field]) === undefined
  })

/** What is sent; `undefined` while a field is missing. */
export function algoTerms(
  draft: AlgoDraft,
  { symbol }: Pick<SpotSymbol, 'symbol'>,
): AlgoTerms | undefined {
  if (missingField(draft) !== undefined) return undefined
  const { kind, side } = draft
  const amount = (field: AlgoField) => finishAmount(draft[field])
  const common = { symbol, side, algoType: kind, size: amount('size') }
  switch (kind) {
    case 'iceberg':
      return { ...common, price: amount('price'), visibleSize: amount('visible') }
    case 'twap':
      return {
        ...common,
        parts: Number(draft.parts),
        duration: Number(draft.minutes) * 60,
        ...(draft.price === '' ? {} : { price: amount('price') }),
      }
    case 'scaled':
      return {
        ...common,
        price: amount('price'),
        lastPrice: amount('lastPrice'),
        parts: Number(draft.parts),
      }
  }
}

/** How many orders there will be, and how large each but the last; `undefined` while unknown. */
export function partsOf(
  draft: AlgoDraft,
  { stepSize }: Pick<SpotSymbol, 'stepSize'>,
): { readonly count: number; readonly size: string } | undefined {
  if (missingField(draft) !== undefined) return undefined
  const [size, visible] = [decimal(finishAmount(draft.size)), amountOf(draft.visible)]
  if (draft.kind === 'iceberg') {
    if (visible === undefined || compare(decimal(visible), size) >= 0) return undefined
    const count = Number(formatDecimal(div(size, decimal(visible), { scale: 0, mode: 'up' })))
    return { count, size: visible }
  }
  const count = Number(draft.parts)
  const each = div(size, decimal(draft.parts), { scale: 18, mode: 'down' })
  const whole = roundToStep(each, { step: decimal(stepSize), mode: 'down' })
  return { count, size: formatDecimal(whole, { trim: true }) }
}
