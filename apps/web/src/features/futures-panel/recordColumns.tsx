import type { ClosedPosition, FundingRate, FuturesFill } from '@x/api'
import { type Numbers, useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { type ReactNode, useMemo } from 'react'
import { useContracts } from '../../data/futures/contractsApi.ts'
import type { FuturesRecords } from '../../data/futures/recordsApi.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { ContractSide } from './ContractSide.tsx'
import { ContractSymbol } from './ContractSymbol.tsx'
import { FigureText } from './FigureText.tsx'
import { OrderSide, OrderType } from './orderCells.tsx'
import type { Figure } from './positionFigures.ts'
import { contractFigures, sizeUnit, toneOf } from './terms.ts'

export type RecordColumnKind = keyof typeof COLUMNS

interface Context {
  readonly t: ReturnType<typeof useFuturesMessages>
  readonly numbers: Numbers
  readonly timeOf: (at: number) => ReactNode
  readonly of: (symbol: string) => ReturnType<typeof contractFigures> & {
    readonly unit: string | undefined
  }
}
type ColumnsOf<R> = (context: Context) => readonly Column<R>[]

const figure = <R,>(
  key: string,
  header: ReactNode,
  { of, minWidth = 96 }: { readonly of: (row: R) => Figure; readonly minWidth?: number },
): Column<R> => ({
  key,
  header,
  kind: 'number',
  minWidth,
  cell: (row) => <FigureText {...of(row)} />,
})

const text = <R,>(
  key: string,
  header: ReactNode,
  { of, minWidth = 110 }: { readonly of: (row: R) => ReactNode; readonly minWidth?: number },
): Column<R> => ({ key, header, minWidth, cell: of })

const contract = ({ symbol }: { readonly symbol: string }) => <ContractSymbol symbol={symbol} />

const money = (
  value: string,
  {
    numbers,
    unit,
    isSigned = false,
  }: Pick<Context, 'numbers'> & {
    readonly unit: string
    readonly isSigned?: boolean
  },
): Figure => ({
  text: numbers.number(value, {
    digits: unit === 'USDT' ? 4 : 8,
    ...(isSigned ? { signs: 'always' } : {}),
  }),
  unit,
  full: value,
  tone: isSigned ? toneOf(value) : undefined,
})

const positions: ColumnsOf<ClosedPosition> = ({ t, numbers, of, timeOf }) => [
  text('contract', t('positions.contract'), {
    of: (row) => <ContractSide {...row} />,
    minWidth: 186,
  }),
  figure('size', t('positions.size'), {
    of: ({ symbol, size }) => ({ text: of(symbol).size(size), unit: of(symbol).unit }),
  }),
  figure('entry', t('positions.entry'), {
    of: ({ symbol, openAvgPrice }) => ({ text: of(symbol).price(openAvgPrice) }),
  }),
  figure('exit', t('positions.exitPrice'), {
    of: ({ symbol, closeAvgPrice }) => ({ text: of(symbol).price(closeAvgPrice) }),
  }),
  figure('realised', t('positions.realised'), {
    of: ({ achievedProfits, marginCoin: unit }) =>
      money(achievedProfits, { numbers, unit, isSigned: true }),
    minWidth: 130,
  }),
  figure('funding', t('positions.funding'), {
    of: ({ fundingPaid, marginCoin: unit }) => money(fundingPaid, { numbers, unit }),
  }),
  text('ended', t('positions.endedBy'), { of: ({ endedBy }) => t(`positions.end.${endedBy}`) }),
  text('opened', t('positions.opened'), { of: ({ openedAt }) => timeOf(openedAt), minWidth: 138 }),
  text('closed', t('positions.closed'), { of: ({ closedAt }) => timeOf(closedAt), minWidth: 138 }),
]

const orders: ColumnsOf<FuturesRecords['orders']> = ({ t, numbers, of, timeOf }) => [
  text('time', t('orders.time'), { of: ({ createdAt }) => timeOf(createdAt), minWidth: 138 }),
  text('contract', t('positions.contract'), { of: contract, minWidth: 124 }),
  text('side', t('orders.side'), { of: (order) => <OrderSide order={order} /> }),
  text('type', t('orders.type'), { of: (order) => <OrderType order={order} /> }),
  text('status', t('orders.status'), {
    of: ({ status }) =>
      status === 'filled' || status === 'cancelled' ? t(`orders.status.${status}`) : status,
  }),
  figure('price', t('orders.price'), {
    of: ({ symbol, price }) => ({
      text: price === null ? t('spot.market') : of(symbol).price(price),
    }),
  }),
  figure('size', t('positions.size'), {
    of: ({ symbol, size }) => ({ text: of(symbol).size(size), unit: of(symbol).unit }),
  }),
  figure('filled', t('orders.filled'), {
    of: ({ symbol, filled }) => ({ text: of(symbol).size(filled) }),
  }),
  figure('average', t('orders.average'), {
    of: ({ symbol, avgPrice }) => ({ text: of(symbol).price(avgPrice) }),
  }),
  figure('realised', t('positions.realised'), {
    of: ({ realisedPnl, marginCoin: unit }) =>
      money(realisedPnl, { numbers, unit, isSigned: true }),
  }),
]

const fills: ColumnsOf<FuturesFill> = ({ t, numbers, of, timeOf }) => [
  text('time', t('orders.time'), { of: ({ createdAt }) => timeOf(createdAt), minWidth: 138 }),
  text('contract', t('positions.contract'), { of: contract, minWidth: 124 }),
  text('side', t('orders.side'), { of: (fill) => <OrderSide order={fill} /> }),
  text('type', t('orders.type'), { of: (fill) => <OrderType order={fill} /> }),
  text('role', t('orders.role'), { of: ({ role }) => t(`orders.${role}`) }),
  figure('price', t('orders.price'), {
    of: ({ symbol, price }) => ({ text: of(symbol).price(price) }),
  }),
  figure('size', t('positions.size'), {
    of: ({ symbol, size }) => ({ text: of(symbol).size(size), unit: of(symbol).unit }),
  }),
  figure('fee', t('orders.fee'), {
    of: ({ fee, marginCoin: unit }) => money(fee, { numbers, unit }),
  }),
  figure('realised', t('positions.realised'), {
    of: ({ realisedPnl, marginCoin: unit }) =>
      money(realisedPnl, { numbers, unit, isSigned: true }),
  }),
]

const bills: ColumnsOf<FuturesRecords['bills']> = ({ t, numbers, timeOf }) => [
  text('time', t('orders.time'), { of: ({ createdAt }) => timeOf(createdAt), minWidth: 138 }),
  text('kind', t('orders.type'), { of: ({ kind }) => t(`positions.bill.${kind}`), minWidth: 160 }),
  text('contract', t('positions.contract'), {
    of: ({ symbol }) => (symbol === null ? '--' : contract({ symbol })),
    minWidth: 124,
  }),
  figure('amount', t('positions.change'), {
    of: ({ amount, marginCoin: unit }) => money(amount, { numbers, unit, isSigned: true }),
    minWidth: 150,
  }),
]

const funding: ColumnsOf<FundingRate> = ({ t, numbers, of, timeOf }) => [
  text('time', t('orders.time'), { of: ({ at }) => timeOf(at), minWidth: 138 }),
  text('contract', t('positions.contract'), { of: contract, minWidth: 124 }),
  figure('rate', t('positions.rate'), {
    of: ({ rate }) => ({
      text: numbers.percent(rate, { digits: 4 }),
      full: rate,
      tone: toneOf(rate),
    }),
  }),
  figure('mark', t('positions.mark'), {
    of: ({ symbol, markPrice }) => ({ text: of(symbol).price(markPrice) }),
  }),
]

const COLUMNS = { positions, orders, fills, bills, funding } as const

/** The columns of a list of past records. */
export function useRecordColumns<K extends RecordColumnKind>(
  kind: K,
): readonly Column<FuturesRecords[K]>[] {
  const t = useFuturesMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const contracts = useContracts()
  return useMemo(() => {
    const of: Context['of'] = (symbol) => {
      const contract = contracts.get(symbol)
      return { ...contractFigures(numbers, contract), unit: sizeUnit(contract, t) }
    }
    const timeOf = (at: number) => (
      <NumberText tone="muted" full={dates.timestamp(at)}>
        {dates.timestamp(at, 'minute')}
      </NumberText>
    )
    const columns = COLUMNS[kind] as unknown as ColumnsOf<FuturesRecords[K]>
    return columns({ t, numbers, of, timeOf })
  }, [kind, t, dates, numbers, contracts])
}
