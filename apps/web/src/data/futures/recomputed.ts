import type { LiquidationInputs } from '@x/api'
import {
  add,
  compare,
  type Decimal,
  decimal,
  div,
  formatDecimal,
  mul,
  roundTo,
  sub,
  sum,
} from '@x/decimal'

export type { LiquidationInputs }

type Position = LiquidationInputs['positions'][number]
type Exposure = LiquidationInputs['exposures'][number]

/** Equity and requirement of a liquidation, computed here from its inputs. */
export interface Recomputed {
  readonly equity: string
  /** `null`: a figure that it comes from was not kept yet. */
  readonly requirement: string | null
  /** Whether both are those that the exchange decided by, to the atom; `null`: unknown. */
  readonly isEqual: boolean | null
}

const SCALE = 8

/** What a position is worth at the mark, without a sign; in coin rounded up. */
function notionalOf({ size, contractValue, markPrice }: Position): Decimal {
  const mark = decimal(markPrice)
  return contractValue === null
    ? mul(decimal(size), mark)
    : div(mul(decimal(size), decimal(contractValue)), mark, { scale: SCALE, mode: 'up' })
}

/** PnL at the mark less what of it is in the wallet already (futures 2). */
function unsettledOf(position: Position): Decimal {
  const { positionSide, contractValue, cost, settled } = position
  const paid = decimal(cost.replace(/^-/, ''))
  const notional = notionalOf(position)
  // In coin a long gains what its size is worth less.
  const isRise = (positionSide === 1) === (contractValue === null)
  return sub(isRise ? sub(notional, paid) : sub(paid, notional), decimal(settled))
}

const equityOf = ({ walletBalance, positions }: LiquidationInputs): string =>
  formatDecimal(
    roundTo(sum([decimal(walletBalance), ...positions.map(unsettledOf)]), {
      scale: SCALE,
      mode: 'down',
    }),
  )

/** (mm + f) times the exposure less the maintenance amount (futures 3). */
function askedBy(exposure: Exposure, positions: readonly Position[]): Decimal | undefined {
  // Old steps have the rates with the position only, and an exposure of their own of inverse ones.
  const held = positions.find(
    ({ symbol, contractValue }) => symbol === exposure.symbol && contractValue === null,
  )
  const { maintenanceRate, maintenanceAmount, takerFeeRate } = { ...held, ...exposure }
  if (maintenanceRate === undefined || maintenanceAmount === undefined) return undefined
  if (takerFeeRate === undefined) return undefined
  const rate = add(decimal(maintenanceRate), decimal(takerFeeRate))
  return sub(mul(rate, decimal(exposure.exposure)), decimal(maintenanceAmount))
}

/** That over the contracts, rounded up. */
function requirementOf({ positions, exposures }: LiquidationInputs): string | null {
  const parts = exposures.map((each) => askedBy(each, positions))
  const known = parts.filter((part) => part !== undefined)
  if (known.length < parts.length) return null
  return formatDecimal(roundTo(sum(known), { scale: SCALE, mode: 'up' }))
}

/** The decision of a liquidation, recomputed by the formulas of futures 2 and 3. */
export function recomputed(inputs: LiquidationInputs): Recomputed {
  const equity = equityOf(inputs)
  const requirement = requirementOf(inputs)
  const isSame = (own: string, stated: string) => compare(decimal(own), decimal(stated)) === 0
  if (!isSame(equity, inputs.equity)) return { equity, requirement, isEqual: false }
  const isEqual = requirement === null ? null : isSame(requirement, inputs.requirement)
  return { equity, requirement, isEqual }
}
