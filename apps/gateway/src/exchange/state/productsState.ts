/** How a red packet is divided. */
export type PacketSplit = 'equal' | 'random'

/** Part of a red packet that somebody has. */
export interface PacketClaim {
  readonly userId: string
  /** The main account of `userId`, or the user. */
  readonly holder: string
  readonly amount: bigint
  readonly at: number
}

/** A red packet (products 4). One that is not open is in the ledger only. */
export interface RedPacket {
  readonly id: number
  readonly userId: string
  readonly holder: string
  readonly clientOid: string
  readonly digest: string
  readonly code: string
  readonly asset: string
  /** Atoms of the smallest part. */
  readonly unit: bigint
  readonly total: bigint
  readonly count: number
  readonly split: PacketSplit
  readonly greeting: string
  /** 32 bytes in hex: who knows them knows every part. */
  readonly seed: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly claims: PacketClaim[]
  left: bigint
  status: 'open' | 'finished' | 'expired'
}

/** Up to how many atoms of a holder's principal a yearly rate counts; the last one has no end. */
export type EarnTier = readonly [upTo: string | null, aprBp: number]

/** Funds in an earn product (products 3). One that is closed is in the ledger only. */
export interface EarnPosition {
  readonly id: number
  readonly userId: string
  readonly holder: string
  readonly clientOid: string
  readonly digest: string
  readonly productId: string
  readonly asset: string
  /** Length of the term; 0 of a flexible product. */
  readonly days: number
  /** Of a fixed product as they were at the subscription; of a flexible one each day's count. */
  readonly tiers: readonly EarnTier[]
  readonly createdAt: number
  /** UTC days since the epoch: the first one that counts, and the next one to count. */
  startDay: number
  nextDay: number
  principal: bigint
  /** Numerator of what is below an atom, over `YEAR_BP`. */
  carry: bigint
  /** Of a running term, due at its end. */
  accrued: bigint
  /** Interest ever paid. */
  paid: bigint
  /** Waits for the end of `redeemDay`. */
  redeeming: bigint
  redeemDay: number
  autoRenew: boolean
  updatedAt: number
}

/** Earn and red packets. Empty until the first command for them; only `execute` changes it. */
export interface ProductsState {
  /** Open ones by id. */
  readonly packets: Map<number, RedPacket>
  readonly packetOf: (code: string) => RedPacket | undefined
  addPacket(packet: RedPacket): void
  dropPacket(packet: RedPacket): void
  /** Open ones by id. */
  readonly positions: Map<number, EarnPosition>
  /** Of a holder in a product, the oldest first. */
  readonly positionsOf: (holder: string, productId: string) => ReadonlySet<EarnPosition>
  addPosition(position: EarnPosition): void
  dropPosition(position: EarnPosition): void
  /** Products whose interest the pool could not pay. */
  readonly paused: Set<string>
  /** What flexible products paid back at once on a day. */
  readonly redeemed: Map<string, { readonly day: number; readonly atoms: bigint }>
}

const NONE: ReadonlySet<EarnPosition> = new Set()
const holding = (holder: string, productId: string) => `${productId} ${holder}`

export function createProductsState(): ProductsState {
  const byCode = new Map<string, RedPacket>()
  const held = new Map<string, Set<EarnPosition>>()
  const packets = new Map<number, RedPacket>()
  const positions = new Map<number, EarnPosition>()
  return {
    packets,
    packetOf: (code) => byCode.get(code),
    addPacket(packet) {
      packets.set(packet.id, packet)
      byCode.set(packet.code, packet)
    },
    dropPacket(packet) {
      packets.delete(packet.id)
      byCode.delete(packet.code)
    },
    positions,
    positionsOf: (holder, productId) => held.get(holding(holder, productId)) ?? NONE,
    addPosition(position) {
      positions.set(position.id, position)
      const key = holding(position.holder, position.productId)
      held.set(key, (held.get(key) ?? new Set()).add(position))
    },
    dropPosition(position) {
      positions.delete(position.id)
      const key = holding(position.holder, position.productId)
      const own = held.get(key)
      if (own?.delete(position) && own.size === 0) held.delete(key)
    },
    paused: new Set(),
    redeemed: new Map(),
  }
}

type AsText<T, K extends keyof T> = Omit<T, K> & { readonly [F in K]: string }
export type PacketClaimDump = AsText<PacketClaim, 'amount'>
export type PacketDump = Omit<AsText<RedPacket, 'unit' | 'total' | 'left'>, 'claims'> & {
  readonly claims: readonly PacketClaimDump[]
}
export type PositionDump = AsText<
  EarnPosition,
  'principal' | 'carry' | 'accrued' | 'paid' | 'redeeming'
>
/** One row of a dump. Amounts are text. */
export type ProductRow =
  | readonly [kind: 'packet', packet: PacketDump]
  | readonly [kind: 'position', position: PositionDump]
  | readonly [kind: 'paused', productId: string]
  | readonly [kind: 'redeemed', productId: string, day: number, atoms: string]

export const dumpPacket = (packet: Readonly<RedPacket>): PacketDump => ({
  ...packet,
  unit: String(packet.unit),
  total: String(packet.total),
  left: String(packet.left),
  claims: packet.claims.map((claim) => ({ ...claim, amount: String(claim.amount) })),
})

export const packetFrom = (dump: PacketDump): RedPacket => ({
  ...dump,
  unit: BigInt(dump.unit),
  total: BigInt(dump.total),
  left: BigInt(dump.left),
  claims: dump.claims.map((claim) => ({ ...claim, amount: BigInt(claim.amount) })),
})

export const dumpEarnPosition = (position: Readonly<EarnPosition>): PositionDump => ({
  ...position,
  principal: String(position.principal),
  carry: String(position.carry),
  accrued: String(position.accrued),
  paid: String(position.paid),
  redeeming: String(position.redeeming),
})

export const earnPositionFrom = (dump: PositionDump): EarnPosition => ({
  ...dump,
  principal: BigInt(dump.principal),
  carry: BigInt(dump.carry),
  accrued: BigInt(dump.accrued),
  paid: BigInt(dump.paid),
  redeeming: BigInt(dump.redeeming),
})

/** Nothing for a state that has had no command for these products. */
export function* dumpProducts(state: ProductsState): Generator<ProductRow> {
  for (const packet of state.packets.values()) yield ['packet', dumpPacket(packet)]
  for (const position of state.positions.values()) yield ['position', dumpEarnPosition(position)]
  for (const productId of state.paused) yield ['paused', productId]
  for (const [productId, { day, atoms }] of state.redeemed)
    yield ['redeemed', productId, day, String(atoms)]
}

export function restoreProducts(state: ProductsState, rows: readonly ProductRow[]): void {
  for (const row of rows) {
    if (row[0] === 'packet') state.addPacket(packetFrom(row[1]))
    else if (row[0] === 'position') state.addPosition(earnPositionFrom(row[1]))
    else if (row[0] === 'paused') state.paused.add(row[1])
    else state.redeemed.set(row[1], { day: row[2], atoms: BigInt(row[3]) })
  }
}
