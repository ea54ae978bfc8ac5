import type { WalletName } from '../../data/futures/moveApi.ts'

/** The two wallets of a move. */
export interface Ends {
  readonly from: WalletName
  readonly to: WalletName
}

/** One end is chosen; a wallet that was at the other end changes places with it. */
export function chooseEnd(
  ends: Ends,
  { end, wallet }: { readonly end: keyof Ends; readonly wallet: WalletName },
): Ends {
  const other = end === 'from' ? 'to' : 'from'
  return ends[other] === wallet ? { from: ends.to, to: ends.from } : { ...ends, [end]: wallet }
}
