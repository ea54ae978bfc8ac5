/**
 * Conversions, payments between users and web3 swaps, all of the live realm. Amounts are atoms as
 * text.
 */
export type PaymentCommand = AskedPayment | SwapFundCommand

/** What a user asks for, under a key. */
export type AskedPayment = ConvertCommand | SendCommand | SwapCommand

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

/** Exchanges an amount with a pool, as a wallet has signed (wallet 5). */
export interface SwapCommand extends Asked {
  readonly kind: 'swap'
  readonly pool: string
  /** Whose signature asks for it. */
  readonly wallet: string
  readonly fromAsset: string
  readonly fromAtoms: string
  readonly toAsset: string
  /** What is received at least; below it nothing happens. */
  readonly minAtoms: string
}

/** Gives an empty pool its first coins, which are the treasury's. */
export interface SwapFundCommand {
  readonly kind: 'swapFund'
  readonly at: number
  readonly pool: string
  readonly parts: readonly { readonly asset: string; readonly atoms: string }[]
}

const KINDS: ReadonlySet<string> = new Set<PaymentCommand['kind']>([
  'convert',
  'send',
  'swap',
  'swapFund',
])

export const isPaymentCommand = (command: { readonly kind: string }): command is PaymentCommand =>
  KINDS.has(command.kind)
