/** Conversions and payments between users, all of the live realm. Amounts are atoms as text. */
export type PaymentCommand = ConvertCommand | SendCommand

interface Asked {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly userId: string
  readonly clientOid: string
  /** Digest of the fields: the same key with another digest is refused. */
  readonly digest: string
}

/** Exchanges an amount with the account of the exchange at the price of a quote (wallet 5). */
export interface ConvertCommand extends Asked {
  readonly kind: 'convert'
  readonly fromAsset: string
  readonly fromAtoms: string
  readonly toAsset: string
  readonly toAtoms: string
}

/** Pays another user; final at once (wallet 5). */
export interface SendCommand extends Asked {
  readonly kind: 'send'
  readonly toUserId: string
  readonly asset: string
  readonly atoms: string
  /** Against the daily cap of withdrawals, and the cap: atoms of USDT. */
  readonly value: string
  readonly cap: string
}

export const isPaymentCommand = (command: { readonly kind: string }): command is PaymentCommand =>
  command.kind === 'convert' || command.kind === 'send'
