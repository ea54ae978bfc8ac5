import { api } from '@x/api'
import type { GatewayModule, RouteSpec } from '../../platform/http/route.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import type { WithdrawalsModule } from '../withdrawals/module.ts'
import { createSwaps, type SwapsOptions } from './createSwaps.ts'

export interface SwapModuleOptions extends SwapsOptions {
  /** Gives routes the device check and the line in the log of account routes. */
  readonly guardRoutes: (routes: readonly RouteSpec[]) => RouteSpec[]
  readonly withdrawals: Pick<WithdrawalsModule['service'], 'toWallet'>
}

/** Web3 swaps, and withdrawals to the wallet that signs them (wallet 5). */
export function createSwapModule(options: SwapModuleOptions): GatewayModule {
  const { read, write } = createPrivateRoutes(options.trading.service)
  const swaps = createSwaps(options)
  return {
    routes: [
      read(api.web3Swap.terms, (session) => swaps.terms(session)),
      write(api.web3Swap.quote, (session, params) => swaps.quote(session, params)),
      ...options.guardRoutes([
        write(api.web3Swap.sign, (session, params) => swaps.sign(session, params)),
        write(api.web3Swap.withdraw, async (session, params) =>
          options.withdrawals.toWallet(session, {
            ...params,
            ...(await swaps.destination(session)),
          }),
        ),
      ]),
      read(api.web3Swap.history, (session, params) => swaps.history(session, params)),
    ],
  }
}
