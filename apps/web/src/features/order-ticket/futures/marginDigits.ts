import type { Contract } from '../../../data/futures/contracts.ts'

/** Decimals of amounts of margin on screen: two of USDT, of a coin those of its margin. */
export const marginDigits = ({
  marginCoin,
  marginPlace,
}: Pick<Contract, 'marginCoin' | 'marginPlace'>): number =>
  marginCoin === 'USDT' ? 2 : Math.min(marginPlace, 6)
