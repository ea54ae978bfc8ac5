import { api } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { PAPER_TERMS } from '../../exchange/paper/paperFunds.ts'
import type { RouteSpec } from '../../platform/http/route.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import type { PaperService } from './createPaperService.ts'

/** Funds and seasons of paper accounts (wire 10). */
export function paperRoutes({
  paper,
  trading,
}: {
  readonly paper: PaperService
  readonly trading: TradingService
}): RouteSpec[] {
  const { read, write } = createPrivateRoutes(trading)
  return [
    read(api.paper.account, (session) => paper.account(session)),
    route(api.paper.terms, async () => PAPER_TERMS),
    write(api.paper.reset, (session, params) => paper.reset(session, params)),
    write(api.paper.topUp, (session, params) => paper.topUp(session, params)),
  ]
}
