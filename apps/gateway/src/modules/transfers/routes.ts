import type { RouteSpec } from '../../platform/http/route.ts'
import type { TradingService } from '../trading/createTradingService.ts'
import { createPrivateRoutes } from '../trading/privateRoutes.ts'
import type { TransferService } from './createTransferService.ts'

const text = { type: 'string', maxLength: 100 }
/**
 * Only the kinds of values; what they may be is judged with the transfer, so that each fault names
 * its field and code.
 */
const transferSchema = {
  type: 'object',
  properties: { fromUserId: text, toUserId: text, asset: text, amount: text, clientOid: text },
}
/**
 * Paper funds belong to the account that practises with them (docs/adr/trading.md): the server
 * refuses the realm, whatever the page shows.
 */
const realms = ['live'] as const

/** Transfers between the accounts of one customer (wire 10). */
export function transferRoutes({
  transfers,
  trading,
}: {
  readonly transfers: TransferService
  readonly trading: TradingService
}): RouteSpec[] {
  const { read, write } = createPrivateRoutes(trading)
  return [
    write(
      '/v1/asset/transfer',
      {
        summary: 'Moves spot funds between a main account and its sub-accounts.',
        realms,
        schema: { body: transferSchema },
      },
      (session, { body }) => transfers.transfer(session, body),
    ),
    read(
      '/v1/asset/transfer/history',
      {
        summary: 'What the user sent, received or asked for, the latest first.',
        realms,
        narrowedBy: ['cursor', 'limit', 'asset'],
      },
      (session, { query }) => transfers.history(session, query),
    ),
    read(
      '/v1/asset/transfer/accounts',
      { summary: 'The accounts that the user may send between, with what is in them.', realms },
      (session) => transfers.accounts(session),
    ),
  ]
}
