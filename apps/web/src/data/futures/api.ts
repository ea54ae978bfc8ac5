import type { FuturesProduct } from '@x/api'
import { api } from '../store/api.ts'

/** The query cache with what commands on futures change. */
export const futuresApi = api.enhanceEndpoints({
  addTagTypes: ['Positions', 'FuturesAccount', 'FuturesOrders', 'FuturesRecords'],
})

/** Read anew after a command that moves positions, orders or margin. */
export const TRADED = ['Positions', 'FuturesAccount', 'FuturesOrders', 'FuturesRecords'] as const

/** The product of a contract: one that is settled in USDT, or in its own coin. */
export const productOf = ({ marginCoin }: { readonly marginCoin: string }): FuturesProduct =>
  marginCoin === 'USDT' ? 'usdt' : 'coin'
