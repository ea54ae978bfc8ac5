import type { P2pCommand } from '../../state/p2pCommand.ts'
import type { AdvertTerms } from '../../state/p2pState.ts'

/**
 * A second, naive implementation of P2P trading for tests: exact fractions instead of rounded
 * divisions, the history of all orders instead of counters, and no code shared with the first.
 */
export interface P2pModel {
  /** What each owner has of the one asset. */
  readonly balances: Map<string, bigint>
  /** Whether the command is carried out. */
  run(command: P2pCommand): boolean
}

interface ModelAdvert {
  readonly id: number
  readonly owner: string
  readonly sells: boolean
  readonly scale: number
  terms: AdvertTerms
  version: number
  left: bigint
  state: 'on' | 'off' | 'over'
}

interface ModelOrder {
  readonly id: number
  readonly advert: ModelAdvert
  readonly taker: string
  readonly buyer: string
  readonly seller: string
  readonly atoms: bigint
  readonly until: number
  state: string
  paidAt: number
  endedAt: number
}

const DAY = 86_400_000
const user = (id: string) => `user:${id}`

/** The smallest whole number that is not below a fraction, found by counting. */
function ceil(numerator: bigint, denominator: bigint): bigint {
  const near = numerator / denominator
  return near * denominator === numerator ? near : near + 1n
}

export function createP2pModel(): P2pModel {
  const balances = new Map<string, bigint>()
  const adverts: ModelAdvert[] = []
  const orders: ModelOrder[] = []
  const used = new Set<string>()

  const has = (owner: string) => balances.get(owner) ?? 0n
  const escrow = ({ id }: ModelAdvert) => `p2p:${id}`
  const send = (from: string, to: string, amount: bigint) => {
    balances.set(from, has(from) - amount)
    balances.set(to, has(to) + amount)
  }
  const isGivenUp = ({ state }: ModelOrder) => state === 'cancelled' || state === 'expired'

  /** Whether a third purchase of a UTC day was given up in the last 24 hours. */
  function isStopped(buyer: string, at: number): boolean {
    const ends = orders.filter((each) => each.buyer === buyer && isGivenUp(each))
    const dayOf = (order: ModelOrder) => Math.floor(order.endedAt / DAY)
    return ends.some(
      (last) =>
        last.endedAt + DAY > at &&
        ends.filter((each) => dayOf(each) === dayOf(last) && each.endedAt <= last.endedAt).length >
          2,
    )
  }

  const fits = ({ price, marginBp, minimum, maximum, payMinutes }: AdvertTerms, atoms: bigint) =>
    atoms > 0n &&
    (price === null) !== (marginBp === null) &&
    (marginBp === null || (marginBp >= -2_000 && marginBp <= 2_000)) &&
    BigInt(minimum) <= BigInt(maximum) &&
    payMinutes >= 15 &&
    payMinutes <= 60

  function leave(order: ModelOrder, state: string, at: number): void {
    const { advert, atoms, buyer, seller } = order
    order.state = state
    order.endedAt = at
    if (state === 'released') {
      const fee = atoms / 1_000n
      send(escrow(advert), user(buyer), atoms - fee)
      send(escrow(advert), 'fees', fee)
      return
    }
    if (advert.state !== 'over') advert.left += atoms
    if (advert.state === 'over' || !advert.sells) send(escrow(advert), user(seller), atoms)
  }

  const verbs: {
    readonly [K in P2pCommand['kind']]: (command: Extract<P2pCommand, { kind: K }>) => boolean
  } = {
    p2pPublish({ userId, clientOid, side, scale, terms, at, ...command }) {
      const left = BigInt(command.atoms)
      const sells = side === 'sell'
      const open = adverts.filter(({ owner, state }) => owner === userId && state !== 'over')
      if (used.has(userId + clientOid) || !fits(terms, left) || open.length >= 20) return false
      if (sells ? has(user(userId)) < left : isStopped(userId, at)) return false
      used.add(userId + clientOid)
      const id = adverts.length + 1
      const advert: ModelAdvert = {
        id,
        owner: userId,
        sells,
        scale,
        terms,
        version: 1,
        left,
        state: 'on',
      }
      adverts.push(advert)
      if (sells) send(user(userId), escrow(advert), left)
      return true
    },
    p2pEdit({ userId, advertId, terms, ...command }) {
      const advert = adverts.find(({ id }) => id === advertId)
      const left = BigInt(command.atoms)
      if (advert?.owner !== userId || advert.state !== 'off' || !fits(terms, left)) return false
      if (advert.sells && has(user(userId)) + advert.left < left) return false
      if (advert.sells) send(user(userId), escrow(advert), left - advert.left)
      Object.assign(advert, { terms, left, version: advert.version + 1 })
      return true
    },
    p2pAdvert({ event, userId, advertId, at }) {
      const advert = adverts.find(({ id }) => id === advertId)
      if (advert?.owner !== userId || advert.state === 'over') return false
      const wants = { pause: 'on', resume: 'off', close: advert.state } as const
      if (advert.state !== wants[event]) return false
      if (event === 'resume' && !advert.sells && isStopped(userId, at)) return false
      if (event !== 'close') {
        advert.state = event === 'pause' ? 'off' : 'on'
        return true
      }
      if (advert.sells) send(escrow(advert), user(userId), advert.left)
      Object.assign(advert, { left: 0n, state: 'over' })
      return true
    },
    p2pTake({ userId, clientOid, advertId, version, by, amount, at, ...command }) {
      const advert = adverts.find(({ id }) => id === advertId)
      if (used.has(userId + clientOid) || advert?.state !== 'on') return false
      const { terms, owner, sells, scale, left } = advert
      const [price, given] = [BigInt(command.price), BigInt(amount)]
      if (owner === userId || version !== advert.version) return false
      if (terms.price !== null && terms.price !== command.price) return false
      // Fiat cents for an atom, as a fraction.
      const [cents, atom] = [price, 10n ** BigInt(scale + 6)]
      const atoms = by === 'asset' ? given : (given * atom) / cents
      const fiat = by === 'asset' ? ceil(given * cents, atom) : given
      if (atoms === 0n || atoms > left) return false
      if (fiat < BigInt(terms.minimum) || fiat > BigInt(terms.maximum)) return false
      const [buyer, seller] = sells ? [userId, owner] : [owner, userId]
      const open = orders.filter((each) => each.taker === userId && each.endedAt === 0)
      if (isStopped(buyer, at) || open.length >= 10) return false
      if (!sells && has(user(userId)) < atoms) return false
      used.add(userId + clientOid)
      advert.left -= atoms
      if (!sells) send(user(seller), escrow(advert), atoms)
      orders.push({
        id: orders.length + 1,
        advert,
        taker: userId,
        buyer,
        seller,
        atoms,
        until: at + terms.payMinutes * 60_000,
        state: 'new',
        paidAt: 0,
        endedAt: 0,
      })
      return true
    },
    p2pOrder({ event, orderId, userId, outcome, at }) {
      const order = orders.find(({ id }) => id === orderId)
      if (!order) return false
      const { buyer, seller, state, until, paidAt } = order
      const isParty = userId === buyer || userId === seller
      switch (`${state} ${event}`) {
        case 'new paid':
          if (userId !== buyer || at >= until) return false
          Object.assign(order, { state: 'paid', paidAt: at })
          return true
        case 'new expire':
          if (at < until) return false
          leave(order, 'expired', at)
          return true
        case 'new cancel':
        case 'paid cancel':
        case 'appealed cancel':
          if (userId !== buyer) return false
          leave(order, 'cancelled', at)
          return true
        case 'paid release':
        case 'appealed release':
          if (userId !== seller) return false
          leave(order, 'released', at)
          return true
        case 'paid appeal':
          if (!isParty || at < paidAt + 600_000) return false
          order.state = 'appealed'
          return true
        case 'appealed rule':
          if (isParty || userId === undefined || outcome === undefined) return false
          leave(order, outcome, at)
          return true
        default:
          return false
      }
    },
  }
  return {
    balances,
    run: (command) => (verbs[command.kind] as (given: P2pCommand) => boolean)(command),
  }
}
