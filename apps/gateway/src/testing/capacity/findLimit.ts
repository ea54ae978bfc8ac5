import { simulateCapacity, type CapacityOptions, type CapacityReport } from './simulateCapacity.ts'
import type { Role } from './UnitCosts.ts'

/** What is used up, and at which rate. */
export interface Limit {
  /** The highest rate that was found to hold. */
  readonly ordersPerSecond: number
  /** What breaks beyond it; `log`: every batch is full. */
  readonly first: Role | 'log'
  readonly report: CapacityReport
}

const FULL = 0.98
const HALVINGS = 6
/** So many orders are enough for a share that changes by a hundredth. */
const ORDERS = 10_000

/** The rate at which something of the cluster is used up first. */
export function findLimit(
  options: Omit<CapacityOptions, 'load'> & {
    readonly load: Omit<CapacityOptions['load'], 'ordersPerSecond' | 'measureMs' | 'warmUpMs'>
  },
  { from = 250, to = 4_000_000 }: { readonly from?: number; readonly to?: number } = {},
): Limit | undefined {
  const run = (ordersPerSecond: number): CapacityReport => {
    const measureMs = Math.min(2_000, Math.max(150, (ORDERS / ordersPerSecond) * 1_000))
    const load = { ...options.load, ordersPerSecond, measureMs, warmUpMs: measureMs }
    return simulateCapacity({ ...options, load })
  }
  let holds: { readonly rate: number; readonly report: CapacityReport } | undefined
  let broken: { readonly rate: number; readonly report: CapacityReport } | undefined
  for (let rate = from; rate <= to && !broken; rate *= 2) {
    const report = run(rate)
    if (fullestOf(report).load >= FULL) broken = { rate, report }
    else holds = { rate, report }
  }
  if (!broken) return undefined
  for (let halving = 0; holds && halving < HALVINGS; halving++) {
    const rate = Math.round(Math.sqrt(holds.rate * broken.rate))
    const report = run(rate)
    if (fullestOf(report).load >= FULL) broken = { rate, report }
    else holds = { rate, report }
  }
  const { role } = fullestOf(broken.report)
  return { ordersPerSecond: holds?.rate ?? 0, first: role, report: (holds ?? broken).report }
}

/** The role that is used most. */
export function fullestOf({ roles, logFill }: Pick<CapacityReport, 'roles' | 'logFill'>): {
  readonly role: Role | 'log'
  readonly load: number
} {
  return roles.reduce<{ role: Role | 'log'; load: number }>(
    (most, { role, busy }) => (busy > most.load ? { role, load: busy } : most),
    { role: 'log', load: logFill },
  )
}
