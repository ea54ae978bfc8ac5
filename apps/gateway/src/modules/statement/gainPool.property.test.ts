import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buy, emptyPool, leaveBehind, owe, sell, type Realised } from './gainPool.ts'

const FEE = 1_000n
const feeOn = (amount: bigint) => (amount * FEE + 999_999n) / 1_000_000n

type Step =
  | { readonly kind: 'buy' | 'sell'; readonly atoms: bigint; readonly price: bigint }
  | { readonly kind: 'owe'; readonly account: string; readonly atoms: bigint }
  | { readonly kind: 'leave'; readonly atoms: bigint }

const atoms = fc.bigInt({ min: 1n, max: 5_000_000n })
const price = fc.bigInt({ min: 1n, max: 900n })
const trade = fc.record({ kind: fc.constantFrom('buy' as const, 'sell' as const), atoms, price })
const loan = fc.record({
  kind: fc.constant('owe' as const),
  account: fc.constantFrom('', 'BTCUSDT'),
  atoms: fc.bigInt({ min: 0n, max: 9_000_000n }),
})
const leaving = fc.record({ kind: fc.constant('leave' as const), atoms })
const history = fc.array(fc.oneof({ weight: 6, arbitrary: trade }, loan, leaving), {
  minLength: 1,
  maxLength: 60,
})

function run(steps: readonly Step[]) {
  const pool = emptyPool()
  const sums = { proceeds: 0n, cost: 0n, fees: 0n, uncovered: 0n }
  for (const step of steps) {
    const realised: Realised = take(pool, step)
    for (const key of ['proceeds', 'cost', 'fees', 'uncovered'] as const)
      sums[key] += realised[key] ?? 0n
    expect(pool.left === 0n || pool.short === 0n).toBe(true)
    for (const value of [pool.left, pool.cost, pool.short, pool.proceeds, pool.fees])
      expect(value >= 0n).toBe(true)
  }
  return { pool, sums }
}

function take(pool: ReturnType<typeof emptyPool>, step: Step): Realised {
  switch (step.kind) {
    case 'buy':
      return buy(pool, { received: step.atoms - feeOn(step.atoms), paid: step.atoms * step.price })
    case 'sell': {
      const quote = step.atoms * step.price
      return sell(pool, { atoms: step.atoms, quote, fee: feeOn(quote) })
    }
    case 'owe':
      return owe(pool, { account: step.account, principal: step.atoms })
    case 'leave':
      leaveBehind(pool, step.atoms)
      return {}
  }
}

const quoteOf = (steps: readonly Step[], kind: 'buy' | 'sell') =>
  steps.reduce((sum, each) => (each.kind === kind ? sum + each.atoms * each.price : sum), 0n)

it('counts what sales brought once, as gain, uncovered or open short', () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { pool, sums } = run(steps)
      expect(sums.proceeds + sums.uncovered + pool.proceeds).toBe(quoteOf(steps, 'sell'))
    }),
  )
})

it('counts what purchases cost once, as cost or as what is left', () => {
  fc.assert(
    fc.property(history, (steps) => {
      const kept = steps.filter(({ kind }) => kind !== 'leave')
      const { pool, sums } = run(kept)
      expect(sums.cost + pool.cost).toBe(quoteOf(kept, 'buy'))
    }),
  )
})

/** Each coin apart: who bought it, who sold it short, and for how much, in fractions of a quote. */
function coinByCoin(steps: readonly Step[]) {
  const bought: { left: number; cost: number } = { left: 0, cost: 0 }
  const shorts = { left: 0, proceeds: 0, fees: 0 }
  const owed = new Map<string, number>()
  const sums = { gain: 0, uncovered: 0 }
  const debt = () => [...owed.values()].reduce((a, b) => a + b, 0)
  for (const step of steps) {
    if (step.kind === 'owe') {
      owed.set(step.account, Number(step.atoms))
      for (; shorts.left > debt(); shorts.left--) {
        const part = shorts.proceeds / shorts.left
        sums.uncovered += part
        shorts.proceeds -= part
        shorts.fees -= shorts.fees / shorts.left
      }
    } else if (step.kind === 'leave')
      for (; bought.left > Number(step.atoms); bought.left--)
        bought.cost -= bought.cost / bought.left
    else coins(step.kind, { count: Number(step.atoms), price: Number(step.price) })
  }
  return { ...sums, openShort: shorts.proceeds }

  function coins(kind: 'buy' | 'sell', { count, price: each }: { count: number; price: number }) {
    const fee = Number(feeOn(BigInt(kind === 'buy' ? count : count * each)))
    const received = count - fee
    // The fee took all that came in: what it cost is of the next coin.
    if (kind === 'buy' && received === 0) bought.cost += count * each
    if (kind === 'buy')
      for (let coin = 0; coin < received; coin++) {
        const paid = (count * each) / received
        if (shorts.left === 0) {
          bought.left++
          bought.cost += paid
          continue
        }
        const [proceeds, fees] = [shorts.proceeds / shorts.left, shorts.fees / shorts.left]
        sums.gain += proceeds - paid - fees
        shorts.left--
        shorts.proceeds -= proceeds
        shorts.fees -= fees
      }
    else
      for (let coin = 0; coin < count; coin++) {
        const ofFee = fee / count
        if (bought.left > 0) {
          const cost = bought.cost / bought.left
          sums.gain += each - cost - ofFee
          bought.left--
          bought.cost -= cost
        } else if (shorts.left < debt()) {
          shorts.left++
          shorts.proceeds += each
          shorts.fees += ofFee
        } else sums.uncovered += each
      }
  }
}

it('agrees with a count coin by coin, but for what rounding leaves', () => {
  const few = fc.bigInt({ min: 1n, max: 40n })
  const small = fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constantFrom('buy' as const, 'sell' as const),
          atoms: few,
          price,
        }),
      },
      fc.record({
        kind: fc.constant('owe' as const),
        account: fc.constantFrom('', 'BTCUSDT'),
        atoms: fc.bigInt({ min: 0n, max: 60n }),
      }),
      fc.record({ kind: fc.constant('leave' as const), atoms: few }),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(small, (steps) => {
      const { pool, sums } = run(steps)
      const expected = coinByCoin(steps)
      const gain = sums.proceeds - sums.cost - sums.fees
      // Each event rounds four amounts down.
      const most = 4 * steps.length + 1
      expect(Math.abs(Number(gain) - expected.gain)).toBeLessThan(most)
      expect(Math.abs(Number(sums.uncovered) - expected.uncovered)).toBeLessThan(most)
      expect(Math.abs(Number(pool.proceeds) - expected.openShort)).toBeLessThan(most)
    }),
  )
})

it('is the whole difference once all that was shorted is bought back', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(atoms, price), { minLength: 1, maxLength: 20 }), (sales) => {
      const total = sales.reduce((sum, [size]) => sum + size, 0n)
      const steps = sales.map(([size, each]) => ({
        kind: 'sell' as const,
        atoms: size,
        price: each,
      }))
      const { pool, sums } = run([{ kind: 'owe', account: '', atoms: total }, ...steps])
      expect(sums).toEqual({ proceeds: 0n, cost: 0n, fees: 0n, uncovered: 0n })
      const closed = buy(pool, { received: total, paid: 7n * total })
      const fees = steps.reduce((sum, { atoms: size, price: each }) => sum + feeOn(size * each), 0n)
      expect(closed).toEqual({ proceeds: quoteOf(steps, 'sell'), cost: 7n * total, fees })
      expect(pool).toMatchObject({ left: 0n, short: 0n, proceeds: 0n, fees: 0n })
    }),
  )
})
