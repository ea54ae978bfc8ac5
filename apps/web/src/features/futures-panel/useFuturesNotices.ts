import type { FuturesBill, FuturesProduct } from '@x/api'
import { useNumbers } from '@x/locale/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFuturesAccount } from '../../data/futures/accountApi.ts'
import { productOf } from '../../data/futures/api.ts'
import { useFuturesRecords } from '../../data/futures/recordsApi.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { type GaugeLevel, gaugeLevel } from './gaugeLevel.ts'

/** Bills that happened to the account, which nobody pressed a button for. */
const NOTICED = ['funding', 'liquidation_fee', 'fund_payment', 'adl'] as const
type NoticedKind = (typeof NOTICED)[number]
const isNoticed = (bill: FuturesBill): bill is FuturesBill & { readonly kind: NoticedKind } =>
  (NOTICED as readonly string[]).includes(bill.kind)

const ORDER: readonly GaugeLevel[] = ['calm', 'warned', 'danger', 'critical']

/** Bills that are newer than the newest of before, the oldest first; none at the first sight. */
export function newBills(
  bills: readonly FuturesBill[],
  newest: number | undefined,
): readonly FuturesBill[] {
  if (newest === undefined) return []
  return bills.filter(({ billId }) => Number(billId) > newest).toReversed()
}

/**
 * Says what the exchange did to the account: margin calls, steps of a liquidation,
 * auto-deleveraging and funding. All of it stays in the message log.
 */
export function useFuturesNotices(product: FuturesProduct): void {
  useMarginCall(product)
  const notify = useBillNotice()
  const { rows } = useFuturesRecords('bills')
  const newest = useRef<number | undefined>(undefined)
  const report = useEffectEvent((bills: readonly FuturesBill[]) => {
    for (const bill of newBills(bills, newest.current)) if (isNoticed(bill)) notify(bill)
    newest.current = bills.reduce(
      (most, { billId }) => Math.max(most, Number(billId)),
      newest.current ?? 0,
    )
  })
  useEffect(() => {
    if (rows) report(rows)
  }, [rows])
}

function useBillNotice() {
  const t = useFuturesMessages()
  const numbers = useNumbers('prose')
  const { toasts, log } = useServices()
  return ({ kind, symbol, amount, marginCoin }: FuturesBill): void => {
    const name = symbol ?? marginCoin
    const figure = numbers.number(amount, { digits: 8, trim: true, signs: 'always' })
    const text =
      kind === 'funding'
        ? t('positions.notice.funding', { symbol: name, amount: `${figure} ${marginCoin}` })
        : t(kind === 'adl' ? 'positions.notice.deleveraged' : 'positions.notice.liquidated', {
            symbol: name,
          })
    if (kind === 'funding') toasts.info(text)
    else toasts.warning(text)
    log.add({ kind: 'info', text })
  }
}

/** A call when the ratio of the account reaches 80, 90 or 95 per cent, once on the way up. */
function useMarginCall(product: FuturesProduct): void {
  const t = useFuturesMessages()
  const numbers = useNumbers('prose')
  const { toasts, log } = useServices()
  const { data } = useFuturesAccount()
  const ratio = data?.wallets
    .filter((wallet) => productOf(wallet) === product)
    .map(({ marginRatio }) => marginRatio ?? '0')
    .reduce((most, each) => (Number(each) > Number(most) ? each : most), '0')
  const before = useRef<GaugeLevel>('calm')
  const call = useEffectEvent((next: string) => {
    const level = gaugeLevel(next)
    const isWorse = ORDER.indexOf(level) > ORDER.indexOf(before.current)
    before.current = level
    if (!isWorse) return
    const percent = numbers.percent(next, { unit: 'percent', digits: 2 })
    const text = t('positions.call', { percent })
    toasts.warning(text)
    log.add({ kind: 'error', text })
  })
  useEffect(() => {
    if (ratio !== undefined) call(ratio)
  }, [ratio])
}
