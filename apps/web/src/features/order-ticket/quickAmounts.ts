import type { KeyValueStorage } from '@x/kit'
import { sizeForValue } from '@x/trading'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { isLimited } from '../order-terms/index.ts'
import { amountOf, editAmount, editTotal, type OrderDraft } from './orderDraft.ts'

/** What an order is worth at one press, in quote, until the trader has set other amounts. */
export const DEFAULT_AMOUNTS: readonly string[] = ['100', '500', '1000', '5000']

/** The trader's amounts; those of before where storage holds none or something else. */
export function readQuickAmounts(storage: Pick<KeyValueStorage, 'get'>): readonly string[] {
  const amounts = (storage.get(STORAGE_KEYS.quickAmounts) ?? '').split(',').map(amountOf)
  const isWhole = amounts.length === DEFAULT_AMOUNTS.length
  return isWhole && amounts.every((amount) => amount !== undefined) ? amounts : DEFAULT_AMOUNTS
}

/** Keeps the amounts; one that is none stays as it was. */
export function keepQuickAmounts(
  storage: Pick<KeyValueStorage, 'get' | 'set'>,
  texts: readonly string[],
): void {
  const kept = readQuickAmounts(storage)
  const next = kept.map((amount, at) => amountOf(texts[at] ?? '') ?? amount)
  storage.set(STORAGE_KEYS.quickAmounts, next.join(','))
}

/**
 * The draft for an order of this value. A sale that waits for its trigger is sized in coin: with
 * what the value buys at the trigger, or at the last price.
 */
export function draftOfValue(
  value: string,
  {
    draft,
    spec,
    last,
  }: {
    readonly draft: OrderDraft
    readonly spec: SpotSymbol
    readonly last: string | undefined
  },
): OrderDraft {
  if (isLimited(draft.type)) return editTotal(draft, value, spec)
  if (draft.side === 'buy') return { ...editTotal(draft, value, spec), unit: 'quote' }
  if (draft.type === 'market') return { ...editTotal(draft, value, spec), sellUnit: 'quote' }
  const price = amountOf(draft.trigger) ?? last
  if (price === undefined) return draft
  return editAmount(draft, amountOf(sizeForValue({ value, price, stepSize: spec.stepSize })) ?? '')
}
