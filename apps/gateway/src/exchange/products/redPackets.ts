import { spotOwner } from '../accounts/owner.ts'
import { post } from '../accounts/posting.ts'
import { refuseLeaving } from '../funds/deposits.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import type { ExchangeState } from '../state/state.ts'
import type {
  RedPacketClaimCommand,
  RedPacketCreateCommand,
  RedPacketExpireCommand,
} from '../state/productCommand.ts'
import type { RedPacket } from '../state/productsState.ts'
import { splitPacket } from './splitPacket.ts'

type Done = { readonly refused: Refusal } | undefined

/** The escrow of open red packets. */
export const RED_PACKETS = 'redpacket'
/** Who may share in a packet at most. */
export const MOST_PARTS = 500

/** Packets have keys of their own: a `clientOid` may name an order and a packet. */
export const packetKey = ({
  userId,
  clientOid,
}: Pick<RedPacketCreateCommand, 'userId' | 'clientOid'>): string =>
  `redpacket:${userId}:${clientOid}`

/** Puts the whole amount aside; what each part is follows from the seed. */
export function createRedPacket(
  state: ExchangeState,
  log: EffectLog,
  command: RedPacketCreateCommand,
  { isJournalled }: { readonly isJournalled: boolean },
): Done {
  const { userId, holder, clientOid, digest, asset, count, split, code, greeting, seed } = command
  const { products, keys, next } = state
  const key = packetKey(command)
  if (!isJournalled && keys.has(key)) return refuse('key-used')
  const [unit, units] = [BigInt(command.unit), BigInt(command.units)]
  if (
    unit <= 0n ||
    count < 1 ||
    count > MOST_PARTS ||
    units < BigInt(count) ||
    products.packetOf(code)
  )
    return refuse('packet-terms')
  const total = unit * units
  const kept = refuseLeaving(state, { userId, asset, amount: total, isJournalled })
  if (kept) return kept
  const id = next.packet ?? 1
  next.packet = id + 1
  keys.add(key, { digest, answer: { transferId: String(id) }, at: command.at })
  const packet: RedPacket = {
    id,
    userId,
    holder,
    clientOid,
    digest,
    code,
    asset,
    unit,
    total,
    count,
    split,
    greeting,
    seed,
    createdAt: command.at,
    expiresAt: command.expiresAt,
    claims: [],
    left: total,
    status: 'open',
  }
  products.addPacket(packet)
  move(state, log, packet, {
    key: `${id}`,
    from: spotOwner(userId),
    to: RED_PACKETS,
    amount: total,
  })
  return undefined
}

/** The part that is next in line, once for each holder, never for the sender. */
export function claimRedPacket(
  state: ExchangeState,
  log: EffectLog,
  { userId, holder, code, at }: RedPacketClaimCommand,
): Done {
  const packet = state.products.packetOf(code)
  if (!packet || at >= packet.expiresAt) return refuse('no-packet')
  if (packet.holder === holder) return refuse('own-packet')
  if (packet.claims.some((claim) => claim.holder === holder)) return refuse('claimed')
  const place = packet.claims.length
  const amount = partsOf(packet)[place]! * packet.unit
  packet.claims.push({ userId, holder, amount, at })
  packet.left -= amount
  move(state, log, packet, {
    key: `${packet.id}:${place + 1}`,
    from: RED_PACKETS,
    to: spotOwner(userId),
    amount,
  })
  if (packet.claims.length === packet.count) end(state, packet, 'finished')
  return undefined
}

/** Gives the rest back, once: a packet that ended is not open any more. */
export function expireRedPacket(
  state: ExchangeState,
  log: EffectLog,
  { packetId, at }: RedPacketExpireCommand,
): Done {
  const packet = state.products.packets.get(packetId)
  if (!packet || at < packet.expiresAt) return refuse('no-packet')
  const amount = packet.left
  packet.left = 0n
  move(state, log, packet, {
    key: `${packet.id}:rest`,
    from: RED_PACKETS,
    to: spotOwner(packet.userId),
    amount,
  })
  end(state, packet, 'expired')
  return undefined
}

function end({ products }: ExchangeState, packet: RedPacket, status: RedPacket['status']): void {
  packet.status = status
  products.dropPacket(packet)
}

const known = new WeakMap<RedPacket, readonly bigint[]>()

function partsOf(packet: RedPacket): readonly bigint[] {
  let parts = known.get(packet)
  if (!parts)
    known.set(packet, (parts = splitPacket({ ...packet, units: packet.total / packet.unit })))
  return parts
}

function move(
  { accounts }: ExchangeState,
  log: EffectLog,
  packet: RedPacket,
  {
    key,
    amount,
    ...names
  }: {
    readonly key: string
    readonly from: string
    readonly to: string
    readonly amount: bigint
  },
): void {
  const from = accounts.of('live', names.from, packet.asset)
  const to = accounts.of('live', names.to, packet.asset)
  log.touchAccount(from)
  log.touchAccount(to)
  log.touchPacket(packet)
  log.addTransaction({
    realm: 'live',
    kind: 'redpacket',
    scope: 'redpacket',
    key,
    entries: post('redpacket', { from, to, amount }),
  })
}
