import type {
  Liquidation,
  LiquidationDetail,
  LiquidationInputs as InputsView,
  LiquidationStep,
  PublicLiquidation,
} from '@x/api'
import { formatUnits, mulDiv } from '@x/decimal'
import { parseOwner } from '../../../exchange/accounts/owner.ts'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import type { FuturesInstrument } from '../../../exchange/instruments/Instrument.ts'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'
import type { MaintenanceRates } from '../../../exchange/state/futuresRecords.ts'
import { contractValueOf, priceText, sizeText } from './contracts.ts'
import { APART_MS, type DeleveragedRow, type StepRow } from './recordQueries.ts'

/** Liquidations of a user as the wire shows them (futures 6, futures 11). */

const byId = (id: string): FuturesInstrument => {
  const contract = CONTRACTS.find((each) => each.id === id)
  if (!contract) throw new RangeError(`There is no contract ${id}.`)
  return contract
}
const text = (atoms: string | bigint, asset: string): string =>
  formatUnits(BigInt(atoms), scaleOf(asset), { trim: true })

/** Joins steps to liquidations, the latest one first. */
export function liquidationsFrom(steps: readonly StepRow[]): (readonly StepRow[])[] {
  const found: StepRow[][] = []
  const open = new Map<string, StepRow[]>()
  for (const step of steps) {
    const key = `${step.wallet} ${step.asset}`
    const running = open.get(key)
    const last = running?.at(-1)
    if (running && last && step.at - last.at <= APART_MS) running.push(step)
    else {
      const begun = [step]
      open.set(key, begun)
      found.push(begun)
    }
  }
  return found.toReversed()
}

/** `isRunning`: the ladder may go on with it. */
export function liquidationView(
  steps: readonly StepRow[],
  { isRunning }: { readonly isRunning: boolean },
): Liquidation {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) throw new RangeError('A liquidation has a step.')
  const owner = parseOwner(first.wallet)
  const isolated = 'symbol' in owner && owner.symbol !== undefined ? byId(owner.symbol) : undefined
  const lost = steps.reduce((sum, step) => sum + BigInt(step.lost), 0n)
  return {
    liquidationId: String(first.liquidation_id),
    kind: 'liquidation',
    marginMode: isolated ? 1 : 2,
    marginCoin: first.asset,
    symbol: isolated?.symbol ?? null,
    startedAt: Number(first.at),
    endedAt: isRunning ? null : Number(last.at),
    lost: text(lost, first.asset),
  }
}

/** Closed against a bankrupt position: what it realised is no loss of it. */
export function deleveragedView(row: DeleveragedRow): Liquidation {
  const contract = byId(row.symbol)
  return {
    liquidationId: `adl${row.liquidation_id}`,
    kind: 'deleveraged',
    marginMode: row.margin_mode === 'isolated' ? 1 : 2,
    marginCoin: contract.marginAsset,
    symbol: contract.symbol,
    startedAt: Number(row.at),
    endedAt: Number(row.at),
    lost: text(-BigInt(row.result), contract.marginAsset),
  }
}

export function deleveragedDetail(row: DeleveragedRow): LiquidationDetail {
  const contract = byId(row.symbol)
  const price = priceText(Number(row.ticks), contract)
  const size = sizeText(Number(row.lots), contract)
  const none = text(0n, contract.marginAsset)
  const step: LiquidationStep = {
    liquidationId: String(row.liquidation_id),
    step: 5,
    at: Number(row.at),
    symbol: contract.symbol,
    side: null,
    size,
    filled: size,
    avgPrice: price,
    bankruptcyPrice: price,
    equityAfter: null,
    requirementAfter: null,
    fee: none,
    liquidationFee: none,
    fundPaid: none,
    cancelledOrders: 0,
    priceHash: null,
    inputs: null,
  }
  return { ...deleveragedView(row), steps: [step], inputs: null }
}

export function liquidationDetail(
  steps: readonly StepRow[],
  state: { readonly isRunning: boolean },
): LiquidationDetail {
  const shown = steps.map(stepView)
  return { ...liquidationView(steps, state), steps: shown, inputs: shown[0]?.inputs ?? null }
}

const NUMBER = { cancel: 1, net: 2, reduce: 3, deleverage: 5 } as const

/** A slice of a bankrupt account is all of it, with the fund. */
export const stepNumber = ({
  step,
  equity,
}: {
  readonly step: StepRow['step']
  readonly equity: string | bigint
}): 1 | 2 | 3 | 4 | 5 => (step === 'reduce' && BigInt(equity) <= 0n ? 4 : NUMBER[step])

function stepView(row: StepRow) {
  const { asset, at, prices } = row
  const traded = tradeOf(row)
  const [priced] = prices
  const contract = traded?.contract ?? (priced ? byId(priced[0]) : undefined)
  const [, mark = 0, index = 0] = prices.find(([id]) => id === contract?.id) ?? []
  const price = (ticks: number) => (contract ? priceText(ticks, contract) : '0')
  return {
    liquidationId: String(row.liquidation_id),
    step: stepNumber(row),
    at: Number(at),
    symbol: traded?.contract.symbol ?? null,
    side: traded?.side ?? null,
    size: traded?.size ?? '0',
    filled: traded?.filled ?? '0',
    avgPrice: traded?.avgPrice ?? null,
    bankruptcyPrice: traded?.bankruptcyPrice ?? null,
    markPrice: price(mark),
    indexPrice: price(index),
    equityBefore: text(row.equity, asset),
    requirementBefore: text(row.requirement, asset),
    equityAfter: row.equity_after === null ? null : text(row.equity_after, asset),
    requirementAfter: row.requirement_after === null ? null : text(row.requirement_after, asset),
    fee: text(row.fee, asset),
    liquidationFee: text(row.liquidation_fee, asset),
    fundPaid: text(row.fund_paid, asset),
    cancelledOrders: row.cancelled,
    priceHash: row.price_hash,
    inputs: inputsView(row),
  } satisfies LiquidationStep
}

/** A step as everybody may see it: without its user. */
export function publicView(row: StepRow): PublicLiquidation {
  const traded = tradeOf(row)
  const shown = stepView(row)
  const { asset, prices } = row
  const owner = parseOwner(row.wallet)
  const isIsolated = 'symbol' in owner && owner.symbol !== undefined
  return {
    liquidationId: shown.liquidationId,
    previousId: row.previous_id === null ? null : String(row.previous_id),
    marginMode: isIsolated ? 1 : 2,
    marginCoin: asset,
    symbol: traded?.contract.symbol ?? null,
    positionSide: traded ? (traded.side === 'sell' ? 1 : 2) : null,
    step: shown.step,
    side: shown.side,
    size: shown.size,
    filled: shown.filled,
    avgPrice: shown.avgPrice,
    bankruptcyPrice: shown.bankruptcyPrice,
    markPrice: traded ? shown.markPrice : null,
    indexPrice: traded ? shown.indexPrice : null,
    equity: shown.equityBefore,
    requirement: shown.requirementBefore,
    equityAfter: shown.equityAfter,
    requirementAfter: shown.requirementAfter,
    fee: shown.fee,
    liquidationFee: shown.liquidationFee,
    fundPaid: shown.fundPaid,
    exchangePaid: text(row.exchange_paid, asset),
    realisedEarly: text(row.realised_early, asset),
    marginReleased: text(row.released, asset),
    cancelledOrders: row.cancelled,
    netted: row.step === 'net' ? nettedOf(row) : [],
    fills: traded ? fillsOf(row, traded.contract) : [],
    takenBy: traded && row.step === 'deleverage' ? takersOf(row, traded.contract) : [],
    prices: prices.map(([id, mark, index]) => {
      const contract = byId(id)
      return {
        symbol: contract.symbol,
        markPrice: priceText(mark, contract),
        indexPrice: priceText(index, contract),
      }
    }),
    at: shown.at,
    priceHash: shown.priceHash,
    inputs: shown.inputs,
  }
}

/** What long and short of a contract had in common. */
function nettedOf({ inputs }: StepRow): PublicLiquidation['netted'] {
  const positions = inputs?.positions ?? []
  return positions.flatMap(({ symbol, lots, mark }) => {
    const short = positions.find((each) => each.symbol === symbol && each.lots < 0)
    if (lots < 0 || !short) return []
    const contract = byId(symbol)
    const size = sizeText(Math.min(lots, -short.lots), contract)
    return [{ symbol: contract.symbol, size, price: priceText(mark, contract) }]
  })
}

const fillsOf = ({ fills, asset }: StepRow, contract: FuturesInstrument) =>
  fills.map(([ticks, lots, fee]) => ({
    price: priceText(ticks, contract),
    size: sizeText(lots, contract),
    fee: text(fee, asset),
  }))

/** The exchange took what customers did not. */
function takersOf(
  { lots, taken }: StepRow,
  contract: FuturesInstrument,
): PublicLiquidation['takenBy'] {
  const own = Number(lots) - taken.reduce((sum, each) => sum + each, 0)
  const size = (count: number) => sizeText(count, contract)
  return [
    ...(own > 0 ? [{ kind: 'exchange' as const, size: size(own) }] : []),
    ...taken.map((each) => ({ kind: 'customer' as const, size: size(each) })),
  ]
}

function tradeOf(row: StepRow) {
  const { symbol, lots, ticks, step } = row
  if (symbol === null || lots === null || ticks === null) return undefined
  const contract = byId(symbol)
  const size = sizeText(Number(lots), contract)
  const bankruptcyPrice = priceText(Number(ticks), contract)
  const filled = BigInt(row.filled)
  const average =
    filled === 0n
      ? null
      : formatUnits(
          mulDiv(BigInt(row.tick_lots), 1n, { by: filled, mode: 'half-up' }),
          contract.pricePlace,
        )
  const isWhole = step === 'deleverage'
  return {
    contract,
    side: isLong(row) ? ('sell' as const) : ('buy' as const),
    size,
    filled: isWhole ? size : sizeText(Number(filled), contract),
    avgPrice: isWhole ? bankruptcyPrice : average,
    bankruptcyPrice,
  }
}

/** Of a one-way position the inputs say which way it was. */
function isLong({ side, symbol, inputs }: StepRow): boolean {
  if (side !== 'net') return side === 'long'
  return (inputs?.positions.find((each) => each.symbol === symbol)?.lots ?? 1) > 0
}

function inputsView({ inputs, asset, equity, requirement }: StepRow): InputsView | null {
  if (!inputs) return null
  const rate = (ppm: string) => formatUnits(BigInt(ppm), 6, { trim: true })
  const ratesView = ({ maintenancePpm, cum, takerPpm }: MaintenanceRates) => ({
    maintenanceRate: rate(maintenancePpm),
    maintenanceAmount: text(cum, asset),
    takerFeeRate: rate(takerPpm),
  })
  return {
    walletBalance: text(inputs.wallet, asset),
    positions: inputs.positions.map((each) => {
      const contract = byId(each.symbol)
      return {
        symbol: contract.symbol,
        positionSide: each.lots > 0 ? (1 as const) : (2 as const),
        size: sizeText(Math.abs(each.lots), contract),
        contractValue: contractValueOf(contract),
        cost: text(each.cost, asset),
        settled: text(each.settled, asset),
        markPrice: priceText(each.mark, contract),
        ...ratesView(each),
      }
    }),
    exposures: inputs.exposures.map(([id, exposure, rates]) => ({
      symbol: byId(id).symbol,
      exposure: text(exposure, asset),
      ...(rates ? ratesView(rates) : {}),
    })),
    equity: text(equity, asset),
    requirement: text(requirement, asset),
  }
}
