import fc from 'fast-check'
import { expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { HOUSE_ACCOUNT, spotOwner } from '../accounts/owner.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { ExchangeCommand } from '../state/command.ts'
import type { AskedPayment } from '../state/paymentCommand.ts'

const DAY = 86_400_000
const CAP = 1_000n
const USERS = ['ann', 'ben', 'cat'] as const
const ASSETS = ['USDT', 'BTC'] as const
const FUNDS = 500n
const POOL = 'swap:BTCUSDT'
const RESERVE = 10_000n

const user = fc.constantFrom(...USERS)
const asset = fc.constantFrom(...ASSETS)
const atoms = fc.bigInt({ min: -5n, max: 400n })
const common = {
  userId: user,
  day: fc.integer({ min: 10, max: 12 }),
  clientOid: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
}

const conversion = fc
  .record({ ...common, fromAsset: asset, toAsset: asset, from: atoms, to: atoms })
  .map(({ userId, day, clientOid, fromAsset, toAsset, from, to }): AskedPayment => ({
    kind: 'convert',
    at: day * DAY,
    userId,
    clientOid,
    digest: 'd',
    fromAsset,
    fromAtoms: String(from),
    toAsset,
    toAtoms: String(to),
  }))
const payment = fc
  .record({ ...common, toUserId: user, asset, amount: atoms })
  .map(({ userId, day, clientOid, toUserId, asset: of, amount }): AskedPayment => ({
    kind: 'send',
    at: day * DAY,
    userId,
    clientOid,
    digest: 'd',
    toUserId,
    asset: of,
    atoms: String(amount),
    value: String(amount < 0n ? 0n : amount),
    cap: String(CAP),
  }))
const swap = fc
  .record({ ...common, fromAsset: asset, toAsset: asset, from: atoms, minimum: atoms })
  .map(({ userId, day, clientOid, fromAsset, toAsset, from, minimum }): AskedPayment => ({
    kind: 'swap',
    at: day * DAY,
    userId,
    clientOid,
    digest: 'd',
    pool: 'BTCUSDT',
    wallet: '0x1',
    fromAsset,
    fromAtoms: String(from),
    toAsset,
    minAtoms: String(minimum / 2n),
  }))
const history = fc
  .array(fc.oneof(conversion, payment, swap), { maxLength: 60 })
  .map((commands) => commands.toSorted((a, b) => a.at - b.at))

const fundPool = (): readonly ExchangeCommand[] => [
  ...ASSETS.map((of) => ({
    kind: 'treasury' as const,
    at: 1,
    network: 'evm-a',
    asset: of,
    atoms: String(RESERVE),
    direction: 'in' as const,
    key: of,
    height: 1,
  })),
  {
    kind: 'swapFund',
    at: 2,
    pool: 'BTCUSDT',
    parts: ASSETS.map((of) => ({ asset: of, atoms: String(RESERVE) })),
  },
]

/** Balances and caps in the plainest way: a second implementation. */
function createModel() {
  const balances = new Map<string, bigint>()
  const used = new Map<string, bigint>()
  const keys = new Set<string>()
  const get = (owner: string, of: string) => balances.get(`${owner} ${of}`) ?? 0n
  const add = (owner: string, of: string, amount: bigint) =>
    void balances.set(`${owner} ${of}`, get(owner, of) + amount)
  for (const each of USERS) for (const of of ASSETS) add(spotOwner(each), of, FUNDS)
  for (const of of ASSETS) add(POOL, of, RESERVE)

  function run(command: AskedPayment): string {
    const key = `${command.kind} ${command.userId} ${command.clientOid}`
    if (keys.has(key)) return 'key-used'
    const owner = spotOwner(command.userId)
    if (command.kind === 'convert') {
      const [from, to] = [BigInt(command.fromAtoms), BigInt(command.toAtoms)]
      if (command.fromAsset === command.toAsset || from <= 0n || to <= 0n) return 'no-transfer'
      if (from > get(owner, command.fromAsset)) return 'balance'
      keys.add(key)
      add(owner, command.fromAsset, -from)
      add(HOUSE_ACCOUNT, command.fromAsset, from)
      add(HOUSE_ACCOUNT, command.toAsset, -to)
      add(owner, command.toAsset, to)
      return '0'
    }
    if (command.kind === 'swap') {
      const { fromAsset, toAsset } = command
      const [from, minimum] = [BigInt(command.fromAtoms), BigInt(command.minAtoms)]
      if (fromAsset === toAsset || from <= 0n || minimum <= 0n) return 'no-transfer'
      if (from > get(owner, fromAsset)) return 'balance'
      const [paidIn, paidOut] = [get(POOL, fromAsset), get(POOL, toAsset)]
      // The largest amount that leaves the product of both reserves as it was.
      let received = 0n
      while (
        (paidIn * 1_000n + from * 997n) * (paidOut - received - 1n) >=
        paidIn * paidOut * 1_000n
      )
        received++
      if (received < minimum) return 'swap-price'
      keys.add(key)
      for (const [of, amount] of [
        [fromAsset, from],
        [toAsset, -received],
      ] as const) {
        add(owner, of, -amount)
        add(POOL, of, amount)
      }
      return '0'
    }
    const amount = BigInt(command.atoms)
    if (command.userId === command.toUserId || amount <= 0n) return 'no-transfer'
    if (amount > get(owner, command.asset)) return 'balance'
    const day = `${command.userId} ${Math.floor(command.at / DAY)}`
    if ((used.get(day) ?? 0n) + amount > CAP) return 'withdraw-cap'
    keys.add(key)
    used.set(day, (used.get(day) ?? 0n) + amount)
    add(owner, command.asset, -amount)
    add(spotOwner(command.toUserId), command.asset, amount)
    return '0'
  }
  return { run, get }
}

it('agrees with a model over random conversions, payments and swaps (wallet 5)', () => {
  fc.assert(
    fc.property(history, (commands) => {
      const exchange = createExchange(SPOT_SYMBOLS)
      const funds = Object.fromEntries(ASSETS.map((of) => [of, String(FUNDS)]))
      for (const userId of USERS)
        exchange.execute({ kind: 'grant', at: 1, realm: 'live', userId, key: userId, funds })
      for (const command of fundPool()) exchange.execute(command)
      const model = createModel()
      for (const command of commands) {
        const outcome = exchange.execute(command)
        expect('refused' in outcome ? outcome.refused.reason : '0').toBe(model.run(command))
      }
      for (const owner of [...USERS.map(spotOwner), HOUSE_ACCOUNT, POOL])
        for (const of of ASSETS)
          expect(exchange.state.accounts.of('live', owner, of).balance).toBe(model.get(owner, of))
      expect(stateText(copyState(exchange.state))).toBe(stateText(exchange.state))
    }),
    { numRuns: 200 },
  )
})
