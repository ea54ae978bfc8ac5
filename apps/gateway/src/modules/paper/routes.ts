import { PAPER_TERMS } from '../../exchange/paper/paperFunds.ts'
import type { RouteSpec } from '../../platform/http/route.ts'
import type { TradingService } from '../trading/createTradingService.ts'
import { createPrivateRoutes } from '../trading/privateRoutes.ts'
import type { PaperService } from './createPaperService.ts'

const text = { type: 'string', maxLength: 100 }
const resetSchema = { type: 'object', required: ['season'], properties: { season: text } }
const topUpSchema = {
  type: 'object',
  properties: {
    asset: text,
    amount: text,
    clientOid: { type: ['string', 'null'], maxLength: 100 },
  },
}
const realms = ['paper'] as const

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
    read(
      '/v1/spot/paper/account',
      {
        summary: 'The paper season, the seasons before it, and what the day still lets one add.',
        realms,
      },
      (session) => paper.account(session),
    ),
    {
      method: 'GET',
      path: '/v1/spot/public/paper',
      access: 'public',
      summary: 'What a paper account starts with and may add per day.',
      handler: async () => PAPER_TERMS,
    },
    write(
      '/v1/spot/paper/reset',
      {
        summary: 'Leaves the paper season named and starts the next one with the default funds.',
        realms,
        schema: { body: resetSchema },
      },
      (session, { body }) => paper.reset(session, body),
    ),
    write(
      '/v1/spot/paper/topup',
      {
        summary: 'Adds paper funds, up to a daily cap.',
        realms,
        schema: { body: topUpSchema },
      },
      (session, { body }) => paper.topUp(session, body),
    ),
  ]
}
