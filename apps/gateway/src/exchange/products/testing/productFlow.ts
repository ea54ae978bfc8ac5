import type { ProductCommand } from '../../state/productCommand.ts'
import type { EarnTier } from '../../state/productsState.ts'
import type { ExchangeCommand } from '../../state/command.ts'
import type { ExchangeView } from '../../state/ExchangeView.ts'

/** What a flow is made from: whole numbers below a limit. */
export type Below = (limit: number) => number

/** mulberry32. */
export function createBelow(seed: number): Below {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % limit
  }
}

interface FlowProduct {
  readonly id: string
  readonly days: number
  readonly tiers: readonly EarnTier[]
}

const PRODUCTS: readonly FlowProduct[] = [
  {
    id: 'flex',
    days: 0,
    tiers: [
      ['500', 800],
      [null, 200],
    ],
  },
  {
    id: 'fixed-3',
    days: 3,
    tiers: [
      ['300000', 1_234],
      [null, 234],
    ],
  },
]
const DAY = 86_400_000
const CODES = ['0123456789', 'ABCDEFGHJK', 'ZZZZZZZZZZ']
/** Users, the holders that they belong to, and what each begins with. */
export const FLOW_USERS = ['1', '2', '3', '4'] as const
const FLOW_FUNDS = 1_000_000n
const holderOf = (userId: string) => (userId === '4' ? '3' : userId)

/** What the fees have before a flow begins, of which its rebates are paid. */
export const FLOW_FEES = 100_000n
const [SELLER, BUYER] = ['8', '9'] as const

const grantTo = (userId: string, atoms: bigint): ExchangeCommand => ({
  kind: 'grant',
  at: 1,
  realm: 'live',
  userId,
  key: userId,
  funds: { USDT: String(atoms) },
})

/** A sale between two others, a fifth of which are fees: nothing else in a flow has any. */
function saleWithFees(): readonly ExchangeCommand[] {
  const atoms = String(FLOW_FEES * 5n)
  const sale = { at: 1, clientOid: 'sale', digest: 'd', price: '100' } as const
  const { price } = sale
  const limits = { minimum: '1', maximum: atoms, payMinutes: 15 }
  const ways = { methods: ['bank'], methodIds: [1] }
  const terms = { price, marginBp: null, ...limits, ...ways, text: '' }
  const advert = { side: 'sell', asset: 'USDT', scale: 0, fiat: 'EUR', atoms, terms } as const
  const taken = { advertId: 1, version: 1, feeBp: 2_000, methods: [1] }
  const order = { at: 1, orderId: 1 } as const
  return [
    grantTo(SELLER, FLOW_FEES * 5n),
    { kind: 'p2pPublish', userId: SELLER, ...sale, ...advert },
    { kind: 'p2pTake', userId: BUYER, ...sale, ...taken, by: 'asset', amount: atoms },
    { kind: 'p2pOrder', ...order, userId: BUYER, event: 'paid' },
    { kind: 'p2pOrder', ...order, userId: SELLER, event: 'release' },
  ]
}

/** What the exchange has of its own: some fillings of the pool ask for more. */
const FLOW_TREASURY = 300n
const toTreasury: ExchangeCommand = {
  kind: 'treasury',
  at: 1,
  network: 'n',
  asset: 'USDT',
  atoms: String(FLOW_TREASURY),
  direction: 'in',
  key: 'first',
  height: 1,
}

/** What happens before a flow, and what it leaves in each account. */
export const FLOW_START = {
  commands: [
    ...FLOW_USERS.map((userId) => grantTo(userId, FLOW_FUNDS)),
    ...saleWithFees(),
    toTreasury,
  ],
  balances: new Map([
    ['issuance', -(BigInt(FLOW_USERS.length) * FLOW_FUNDS + FLOW_FEES * 5n)],
    ...FLOW_USERS.map((userId) => [`user:${userId}`, FLOW_FUNDS] as const),
    [`user:${BUYER}`, FLOW_FEES * 4n],
    ['fees', FLOW_FEES],
    ['treasury', FLOW_TREASURY],
    ['chain:n', -FLOW_TREASURY],
  ]),
}

/** Random commands of all kinds, days in order; many of them are to be refused. */
export function createProductFlow(below: Below, view: Pick<ExchangeView, 'products'>) {
  let at = 20_000 * DAY
  let [count, funds] = [0, 0]
  /** Days that are over and not counted yet, by product. */
  const open = new Map(PRODUCTS.map(({ id }) => [id, Math.floor(at / DAY)]))
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const asked = () => ({
    at,
    clientOid: `c${below(8) === 0 ? below(count + 1) : ++count}`,
    digest: 'd',
  })

  function packetCommand(userId: string): ProductCommand {
    const { packets } = view.products
    const old = [...packets.values()].find(({ expiresAt }) => expiresAt <= at)
    if (old && below(2) === 0) return { kind: 'redPacketExpire', at, packetId: old.id }
    if (below(3) > 0)
      return { kind: 'redPacketClaim', at, userId, holder: holderOf(userId), code: pick(CODES) }
    return {
      kind: 'redPacketCreate',
      ...asked(),
      userId,
      holder: holderOf(userId),
      asset: 'USDT',
      unit: '7',
      units: String(1 + below(3_000)),
      count: 1 + below(4),
      split: below(3) === 0 ? 'equal' : 'random',
      code: pick(CODES),
      greeting: '',
      seed: below(1 << 30)
        .toString(16)
        .padStart(64, '0'),
      expiresAt: at + DAY,
    }
  }

  function earnCommand(userId: string): ProductCommand {
    const position = pick([...view.products.positions.values(), undefined])
    if (position && below(3) === 0)
      return {
        kind: 'earnRedeem',
        ...asked(),
        userId: below(6) === 0 ? userId : position.userId,
        positionId: position.id,
        atoms: String(
          below(2) === 0 ? position.principal : 1n + BigInt(below(Number(position.principal))),
        ),
        dayQuota: '2500',
      }
    if (position && below(4) === 0)
      return {
        kind: 'earnRenewal',
        at,
        userId: position.userId,
        positionId: position.id,
        autoRenew: below(2) === 0,
      }
    if (below(12) === 0)
      return {
        kind: 'earnFund',
        at,
        key: `k${below(3) === 0 ? 0 : ++funds}`,
        asset: 'USDT',
        atoms: String(below(400)),
        ...(funds % 2 === 0 ? { from: 'treasury' } : {}),
      }
    const { id: productId, ...product } = pick(PRODUCTS)
    return {
      kind: 'earnSubscribe',
      ...asked(),
      userId,
      holder: holderOf(userId),
      productId,
      asset: 'USDT',
      ...product,
      quota: '4000000',
      perUser: '1200000',
      atoms: String(1 + below(400_000)),
      autoRenew: below(2) === 0,
    }
  }

  /** Of fees that some rebates take all of, so that later ones are refused. */
  const rebateCommand = (): ProductCommand => ({
    kind: 'rebate',
    at,
    key: `d${below(40)}`,
    payments: Array.from({ length: below(3) }, () => [
      pick(FLOW_USERS),
      'USDT',
      String(1 + below(below(2) === 0 ? 9_000 : 90_000)),
    ]),
  })

  return (): ProductCommand => {
    // Sometimes the process is off for days.
    at += below(25) === 0 ? below(9 * DAY) : below(DAY / 3)
    const due = [...open].find(([, day]) => (day + 1) * DAY <= at)
    if (due && below(3) > 0) {
      const [productId, day] = due
      open.set(productId, day + 1)
      const positionIds = [...view.products.positions.values()]
        .filter((each) => each.productId === productId)
        .map(({ id }) => id)
        .reverse()
      const { tiers } = PRODUCTS.find(({ id }) => id === productId)!
      return { kind: 'earnDay', at, productId, day, tiers, positionIds }
    }
    const userId = pick(FLOW_USERS)
    if (below(15) === 0) return rebateCommand()
    return below(2) === 0 ? packetCommand(userId) : earnCommand(userId)
  }
}
