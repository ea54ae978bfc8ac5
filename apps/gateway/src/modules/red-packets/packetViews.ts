import type { RedPacket, RedPacketClaim, RedPacketDetail } from '@x/api'
import { formatUnits } from '@x/decimal'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { seedHash } from '../../exchange/products/splitPacket.ts'
import type { PacketDump } from '../../exchange/state/productsState.ts'

const amountText = (atoms: string, asset: string): string =>
  formatUnits(BigInt(atoms), scaleOf(asset), { trim: true })

/** Of an expired packet what went back is no longer left. */
function leftOf({ total, claims, left, status, asset }: PacketDump): string {
  if (status !== 'expired') return amountText(left, asset)
  const claimed = claims.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return amountText(String(BigInt(total) - claimed), asset)
}

function sharedView(packet: PacketDump): Omit<RedPacket, 'code'> {
  const { id, asset, total, count, claims, split, greeting, status, seed } = packet
  return {
    packetId: String(id),
    asset,
    total: amountText(total, asset),
    left: leftOf(packet),
    count,
    claimed: claims.length,
    split,
    greeting,
    status,
    seedHash: seedHash(seed),
    createdAt: packet.createdAt,
    expiresAt: packet.expiresAt,
  }
}

/** For the sender, who has the code. */
export const packetView = (packet: PacketDump): RedPacket => ({
  ...sharedView(packet),
  code: packet.code,
})

/** The claim at `place`, counted from 0. */
export function claimView(packet: PacketDump, place: number): RedPacketClaim {
  const claim = packet.claims[place]!
  return {
    packetId: String(packet.id),
    asset: packet.asset,
    amount: amountText(claim.amount, packet.asset),
    place: place + 1,
    greeting: packet.greeting,
    at: claim.at,
  }
}

/** Nobody learns the seed while a part can still be claimed. */
export function detailView(packet: PacketDump, userId: string): RedPacketDetail {
  const { asset, unit, claims, seed, status } = packet
  return {
    ...sharedView(packet),
    isOwn: packet.userId === userId,
    unit: amountText(unit, asset),
    seed: status === 'open' ? null : seed,
    claims: claims.map((claim) => ({
      user: `${'*'.repeat(claim.userId.length - 4)}${claim.userId.slice(-4)}`,
      isOwn: claim.userId === userId,
      amount: amountText(claim.amount, asset),
      at: claim.at,
    })),
  }
}
