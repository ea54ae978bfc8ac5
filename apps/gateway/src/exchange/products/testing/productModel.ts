import type { ProductCommand } from '../../state/productCommand.ts'
import type { EarnTier } from '../../state/productsState.ts'
import { splitPacket } from '../splitPacket.ts'

/**
 * A second, naive implementation of earn and red packets for tests: whole numerators instead of
 * carries, lists instead of indexes, and no code shared but the split, which has a vector.
 */
export interface ProductModel {
  /** What each owner has of the one asset. */
  readonly balances: Map<string, bigint>
  /** Whether the command is carried out. */
  run(command: ProductCommand): boolean
}

interface ModelPosition {
  readonly id: number
  readonly userId: string
  readonly holder: string
  readonly product: string
  readonly days: number
  readonly tiers: readonly EarnTier[]
  principal: bigint
  start: number
  /** Days counted in this term, and numerators of the whole life. */
  counted: number
  numerator: bigint
  settled: bigint
  waiting: bigint
  waitingDay: number
  renew: boolean
}

interface ModelPacket {
  readonly id: number
  readonly userId: string
  readonly holder: string
  readonly code: string
  readonly unit: bigint
  readonly parts: readonly bigint[]
  readonly until: number
  readonly takers: string[]
}

const DAY = 86_400_000
const user = (id: string) => `user:${id}`

export function createProductModel(): ProductModel {
  const balances = new Map<string, bigint>()
  const packets: ModelPacket[] = []
  const positions: ModelPosition[] = []
  const used = new Set<string>()
  const backOn = new Map<string, bigint>()
  const paused = new Set<string>()
  let [lastPacket, lastPosition] = [0, 0]

  const has = (owner: string) => balances.get(owner) ?? 0n
  const send = (from: string, to: string, amount: bigint) => {
    balances.set(from, has(from) - amount)
    balances.set(to, has(to) + amount)
  }
  const remove = <T>(list: T[], item: T) => void list.splice(list.indexOf(item), 1)
  const giveBack = (position: ModelPosition, amount: bigint) => {
    send(`earn:${position.product}`, user(position.userId), amount)
    position.principal -= amount
    if (position.principal === 0n) remove(positions, position)
  }

  /** What each position of a product begins above as the day ends, before anything leaves. */
  const stacksOn = (product: string, day: number): ReadonlyMap<ModelPosition, bigint> => {
    const heights = new Map<string, bigint>()
    return new Map(
      positions
        .filter((each) => each.product === product && each.start <= day)
        .map((each) => {
          const below = heights.get(each.holder) ?? 0n
          heights.set(each.holder, below + each.principal)
          return [each, below] as const
        }),
    )
  }

  /** Yearly interest of the piece of a holder's stack that is this position, times 10,000. */
  function yearly(
    position: ModelPosition,
    { tiers, below }: { readonly tiers: readonly EarnTier[]; readonly below: bigint },
  ): bigint {
    const upTo = (amount: bigint) => {
      let [rest, floor, total] = [amount, 0n, 0n]
      for (const [limit, bp] of tiers) {
        const space = limit === null ? rest : BigInt(limit) - floor
        const part = rest < space ? rest : space
        total += part * BigInt(bp)
        rest -= part
        floor += space
      }
      return total
    }
    return upTo(below + position.principal) - upTo(below)
  }

  function day(
    position: ModelPosition,
    { below, ...given }: { readonly below: bigint; readonly tiers: readonly EarnTier[] },
    at: number,
  ): boolean {
    const tiers = position.days > 0 ? position.tiers : given.tiers
    const numerator = position.numerator + yearly(position, { tiers, below })
    const due = numerator / 3_650_000n - position.settled
    const isEnd = position.days > 0 && position.counted + 1 === position.days
    const pays = position.days === 0 || isEnd ? due : 0n
    if (pays > has('earnPool')) return false
    send('earnPool', user(position.userId), pays)
    position.numerator = numerator
    position.settled += pays
    position.counted++
    if (isEnd && position.renew) {
      position.counted = 0
      position.start = at + 1
    } else if (isEnd) giveBack(position, position.principal)
    return true
  }

  const verbs: {
    readonly [K in ProductCommand['kind']]: (
      command: Extract<ProductCommand, { kind: K }>,
    ) => boolean
  } = {
    redPacketCreate(command) {
      const { userId, holder, code, count, split, seed, expiresAt } = command
      const [unit, units] = [BigInt(command.unit), BigInt(command.units)]
      if (used.has(`p${userId}${command.clientOid}`) || units < BigInt(count)) return false
      if (packets.some((packet) => packet.code === code) || has(user(userId)) < unit * units)
        return false
      used.add(`p${userId}${command.clientOid}`)
      send(user(userId), 'redpacket', unit * units)
      const parts = splitPacket({ units, count, split, seed })
      packets.push({
        id: ++lastPacket,
        userId,
        holder,
        code,
        unit,
        parts,
        until: expiresAt,
        takers: [],
      })
      return true
    },
    redPacketClaim({ userId, holder, code, at }) {
      const packet = packets.find((each) => each.code === code)
      if (!packet || at >= packet.until || packet.holder === holder) return false
      if (packet.takers.includes(holder)) return false
      send('redpacket', user(userId), packet.parts[packet.takers.length]! * packet.unit)
      packet.takers.push(holder)
      if (packet.takers.length === packet.parts.length) remove(packets, packet)
      return true
    },
    redPacketExpire({ packetId, at }) {
      const packet = packets.find(({ id }) => id === packetId)
      if (!packet || at < packet.until) return false
      for (const part of packet.parts.slice(packet.takers.length))
        send('redpacket', user(packet.userId), part * packet.unit)
      remove(packets, packet)
      return true
    },
    earnFund({ key, atoms, from = 'issuance' }) {
      if (!used.has(`f${key}`)) {
        if (from === 'treasury' && has(from) < BigInt(atoms)) return false
        send(from, 'earnPool', BigInt(atoms))
        paused.clear()
      }
      used.add(`f${key}`)
      return true
    },
    protectionFund({ key, atoms }) {
      if (!used.has(`s${key}`)) send('fees', 'protection', BigInt(atoms))
      used.add(`s${key}`)
      return true
    },
    rebate({ key, payments }) {
      if (payments.length === 0 || used.has(`r${key}`)) return true
      if (payments.reduce((sum, [, , atoms]) => sum + BigInt(atoms), 0n) > has('fees')) return false
      used.add(`r${key}`)
      for (const [userId, , atoms] of payments) send('fees', user(userId), BigInt(atoms))
      return true
    },
    earnSubscribe(command) {
      const { userId, holder, productId: product, days, tiers, at } = command
      const amount = BigInt(command.atoms)
      const all = positions.filter((each) => each.product === product)
      const own = all.filter((each) => each.holder === holder)
      const total = (list: readonly ModelPosition[]) =>
        list.reduce((sum, { principal }) => sum + principal, 0n)
      if (used.has(`e${userId}${command.clientOid}`) || paused.has(product)) return false
      if (total(own) + amount > BigInt(command.perUser) || own.length >= 50) return false
      if (total(all) + amount > BigInt(command.quota) || has(user(userId)) < amount) return false
      used.add(`e${userId}${command.clientOid}`)
      send(user(userId), `earn:${product}`, amount)
      positions.push({
        id: ++lastPosition,
        userId,
        holder,
        product,
        days,
        tiers,
        principal: amount,
        start: Math.floor(at / DAY) + 1,
        counted: 0,
        numerator: 0n,
        settled: 0n,
        waiting: 0n,
        waitingDay: 0,
        renew: command.autoRenew,
      })
      return true
    },
    earnRedeem({ userId, clientOid, positionId, dayQuota, at, ...command }) {
      const position = positions.find(({ id }) => id === positionId)
      const amount = BigInt(command.atoms)
      if (used.has(`e${userId}${clientOid}`) || position?.userId !== userId) return false
      if (amount > position.principal - position.waiting) return false
      if (position.days > 0 && amount !== position.principal) return false
      used.add(`e${userId}${clientOid}`)
      const today = Math.floor(at / DAY)
      const name = `${position.product} ${today}`
      const spent = backOn.get(name) ?? 0n
      if (position.days === 0 && spent + amount > BigInt(dayQuota)) {
        position.waiting += amount
        position.waitingDay = today
        return true
      }
      if (position.days === 0) backOn.set(name, spent + amount)
      giveBack(position, amount)
      return true
    },
    earnRenewal({ userId, positionId, autoRenew }) {
      const position = positions.find(({ id }) => id === positionId)
      if (position?.userId !== userId || position.days === 0) return false
      position.renew = autoRenew
      return true
    },
    earnDay({ productId, day: today, tiers, positionIds }) {
      const stacks = stacksOn(productId, today)
      for (const id of positionIds) {
        const position = positions.find((each) => each.id === id && each.product === productId)
        if (!position) continue
        const below = stacks.get(position) ?? 0n
        const isDue = position.start + position.counted === today
        if (isDue && !day(position, { tiers, below }, today)) {
          paused.add(productId)
          return true
        }
        if (position.waiting > 0n && position.waitingDay <= today) {
          const amount = position.waiting
          position.waiting = 0n
          giveBack(position, amount)
        }
      }
      paused.delete(productId)
      return true
    },
  }
  return {
    balances,
    run: (command) => (verbs[command.kind] as (given: ProductCommand) => boolean)(command),
  }
}
