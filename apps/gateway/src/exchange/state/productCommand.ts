import type { EarnTier, PacketSplit } from './productsState.ts'

/** Commands of earn and red packets, all of the live realm. Amounts are atoms as text. */
export type ProductCommand =
  | RedPacketCreateCommand
  | RedPacketClaimCommand
  | RedPacketExpireCommand
  | EarnFundCommand
  | ProtectionFundCommand
  | RebateCommand
  | EarnSubscribeCommand
  | EarnRedeemCommand
  | EarnRenewalCommand
  | EarnDayCommand

interface Timed {
  /** Milliseconds since the epoch. */
  readonly at: number
}

interface Asked extends Timed {
  readonly userId: string
  readonly clientOid: string
  /** Digest of the fields: the same key with another digest is refused. */
  readonly digest: string
}

/** Shares of a day's fees for who invited the payers, once for each `key`. */
export interface RebateCommand extends Timed {
  readonly kind: 'rebate'
  readonly key: string
  /** The inviter, the asset and the atoms of each payment. */
  readonly payments: readonly (readonly [userId: string, asset: string, atoms: string])[]
}

/** A red packet with all that is random about it. */
export interface RedPacketCreateCommand extends Asked {
  readonly kind: 'redPacketCreate'
  readonly holder: string
  readonly asset: string
  /** Atoms of the smallest part, and how many of them there are. */
  readonly unit: string
  readonly units: string
  readonly count: number
  readonly split: PacketSplit
  readonly code: string
  readonly greeting: string
  readonly seed: string
  readonly expiresAt: number
}

export interface RedPacketClaimCommand extends Timed {
  readonly kind: 'redPacketClaim'
  readonly userId: string
  readonly holder: string
  readonly code: string
}

/** Returns what nobody claimed. */
export interface RedPacketExpireCommand extends Timed {
  readonly kind: 'redPacketExpire'
  readonly packetId: number
}

/** Funds into the pool that pays interest; `key` makes it happen once. */
export interface EarnFundCommand extends Timed {
  readonly kind: 'earnFund'
  readonly key: string
  /** The exchange's own coins; absent: the issuance account, of a demonstration. */
  readonly from?: 'treasury'
  readonly asset: string
  readonly atoms: string
}

/** Fees into the protection fund; `key` makes it happen once. */
export interface ProtectionFundCommand extends Timed {
  readonly kind: 'protectionFund'
  readonly key: string
  readonly asset: string
  readonly atoms: string
}

export interface EarnSubscribeCommand extends Asked {
  readonly kind: 'earnSubscribe'
  readonly holder: string
  readonly productId: string
  readonly asset: string
  readonly days: number
  readonly tiers: readonly EarnTier[]
  /** What all holders, and one holder, may have in the product. */
  readonly quota: string
  readonly perUser: string
  readonly atoms: string
  readonly autoRenew: boolean
}

export interface EarnRedeemCommand extends Asked {
  readonly kind: 'earnRedeem'
  readonly positionId: number
  readonly atoms: string
  /** What the product pays back at once on one day. */
  readonly dayQuota: string
}

export interface EarnRenewalCommand extends Timed {
  readonly kind: 'earnRenewal'
  readonly userId: string
  readonly positionId: number
  readonly autoRenew: boolean
}

/** Counts one UTC day that is over for the named positions of a product. */
export interface EarnDayCommand extends Timed {
  readonly kind: 'earnDay'
  readonly productId: string
  /** Since the epoch. */
  readonly day: number
  /** Of a flexible product on that day. */
  readonly tiers: readonly EarnTier[]
  readonly positionIds: readonly number[]
}
