/**
 * What a trader has of one pair for the gains of a year, in atoms: coins that were bought, or a
 * short sale of borrowed ones that no purchase has closed yet. Never both.
 */
export interface GainPool {
  /** Coins that were bought and are left, and what they cost with the fees of their purchase. */
  left: bigint
  cost: bigint
  /** Coins that were sold short, what they brought, and the fees of that. */
  short: bigint
  proceeds: bigint
  fees: bigint
  /** Account of a loan -> principal that is owed in the coin. */
  readonly borrowed: Map<string, bigint>
}

/** What an event realised, in quote atoms; what is absent is nothing. */
export interface Realised {
  readonly proceeds?: bigint
  readonly cost?: bigint
  readonly fees?: bigint
  /** Received for coins that were neither bought nor borrowed. */
  readonly uncovered?: bigint
}

export const emptyPool = (): GainPool => ({
  left: 0n,
  cost: 0n,
  short: 0n,
  proceeds: 0n,
  fees: 0n,
  borrowed: new Map(),
})

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
/** A part of a sum, rounded down; of the whole it is all. */
const share = (sum: bigint, part: bigint, whole: bigint): bigint =>
  whole === 0n ? 0n : (sum * part) / whole
const owed = ({ borrowed }: GainPool): bigint => [...borrowed.values()].reduce((a, b) => a + b, 0n)

interface Bought {
  /** What came in, the fee taken off. */
  readonly received: bigint
  readonly paid: bigint
}

/** A purchase closes a short sale first, which realises it; the rest of it is held. */
export function buy(pool: GainPool, { received, paid }: Bought): Realised {
  const closed = least(pool.short, received)
  const cost = share(paid, closed, received)
  const { proceeds, fees } = takeShort(pool, closed)
  pool.left += received - closed
  pool.cost += paid - cost
  return { proceeds, cost, fees }
}

interface Sold {
  readonly atoms: bigint
  readonly quote: bigint
  readonly fee: bigint
}

/**
 * A sale takes coins that were bought, at their average cost; beyond them it is a short sale of
 * what is borrowed and not yet sold, and beyond that it is uncovered.
 */
export function sell(pool: GainPool, { atoms, quote, fee }: Sold): Realised {
  const covered = least(pool.left, atoms)
  const cost = share(pool.cost, covered, pool.left)
  const [proceeds, fees] = [share(quote, covered, atoms), share(fee, covered, atoms)]
  pool.left -= covered
  pool.cost -= cost
  const rest = atoms - covered
  const unsold = owed(pool) - pool.short
  const short = unsold > 0n ? least(unsold, rest) : 0n
  const received = share(quote - proceeds, short, rest)
  pool.short += short
  pool.proceeds += received
  pool.fees += share(fee - fees, short, rest)
  return { proceeds, cost, fees, uncovered: quote - proceeds - received }
}

interface Loan {
  readonly account: string
  readonly principal: bigint
}

/**
 * What a loan stands at. A short sale that is no longer borrowed was paid back in coins that no
 * trade had bought: what it brought is uncovered.
 */
export function owe(pool: GainPool, { account, principal }: Loan): Realised {
  pool.borrowed.set(account, principal)
  const excess = pool.short - owed(pool)
  return excess > 0n ? { uncovered: takeShort(pool, excess).proceeds } : {}
}

/** Coins leave for another account: of what was bought at most so much stays, with its cost. */
export function leaveBehind(pool: GainPool, atoms: bigint): void {
  if (pool.left <= atoms) return
  pool.cost = share(pool.cost, atoms, pool.left)
  pool.left = atoms
}

function takeShort(pool: GainPool, atoms: bigint): { proceeds: bigint; fees: bigint } {
  const proceeds = share(pool.proceeds, atoms, pool.short)
  const fees = share(pool.fees, atoms, pool.short)
  pool.short -= atoms
  pool.proceeds -= proceeds
  pool.fees -= fees
  return { proceeds, fees }
}
