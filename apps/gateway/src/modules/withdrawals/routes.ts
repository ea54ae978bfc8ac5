import { api } from '@x/api'
import type { RouteSpec } from '../../platform/http/route.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import type { AddressBook } from './createAddressBook.ts'
import type { WithdrawalService } from './createWithdrawalService.ts'

export function withdrawalRoutes({
  withdrawals,
  book,
  trading,
}: {
  readonly withdrawals: WithdrawalService
  readonly book: AddressBook
  readonly trading: TradingService
}): RouteSpec[] {
  const { read, write } = createPrivateRoutes(trading)
  return [
    read(api.withdrawals.settings, (session) => withdrawals.settings(session)),
    read(api.withdrawals.quote, (session, params) => withdrawals.quote(session, params)),
    write(api.withdrawals.apply, (session, params) => withdrawals.apply(session, params)),
    write(api.withdrawals.cancel, (session, params) => withdrawals.cancel(session, params)),
    read(api.withdrawals.history, (session, params) => withdrawals.history(session, params)),
    read(api.withdrawals.detail, (session, params) => withdrawals.detail(session, params)),
    write(api.withdrawals.batchQuery, (session, params) => withdrawals.batchQuery(session, params)),
    write(api.withdrawals.noPassword, (session, params) => withdrawals.noPassword(session, params)),
    read(api.addressBook.list, (session) => book.list(session)),
    write(api.addressBook.add, (session, params) => book.add(session, params)),
    write(api.addressBook.remove, (session, params) => book.remove(session, params)),
    write(api.addressBook.whitelist, (session, params) => book.whitelist(session, params)),
  ]
}
