import { api } from '@x/api'
import type { RouteSpec } from '../../platform/http/route.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import type { TransferService } from './createTransferService.ts'

/**
 * Transfers between the accounts of one customer (wire 10). Paper funds belong to the account that
 * was given them, so that the contract names the live realm only (docs/adr/trading.md).
 */
export function transferRoutes({
  transfers,
  trading,
}: {
  readonly transfers: TransferService
  readonly trading: TradingService
}): RouteSpec[] {
  const { read, write } = createPrivateRoutes(trading)
  return [
    write(api.transfers.transfer, (session, params) => transfers.transfer(session, params)),
    read(api.transfers.history, (session, params) => transfers.history(session, params)),
    read(api.transfers.accounts, (session) => transfers.accounts(session)),
  ]
}
