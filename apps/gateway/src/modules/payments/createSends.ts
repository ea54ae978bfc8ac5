import type { api, Page, RequestOf, UserPayment } from '@x/api'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { readClientOid, required } from '../../platform/http/requestFields.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { assertMayMoveFunds } from '../sessions/ports/newDevices.ts'
import { assertNotStopped } from '../sessions/ports/withdrawalStop.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import { assertBoundKey } from '../trading/ports/privateRoutes.ts'
import { findReceiver } from '../users/ports/findReceiver.ts'
import { dailyCap } from '../withdrawals/module.ts'
import type { Asked, PaymentsOptions } from './context.ts'
import { amountText, CURSOR, readAssetOf, readAtoms, wasRun } from './ports/fields.ts'
import { valueInUsdt } from './price.ts'
import { sendsOf, type StoredSend } from './queries.ts'

type Send = RequestOf<typeof api.sends.send>

/** Payments from user to user (wallet 5). */
export interface Sends {
  /** @throws GatewayError 00004, 00005, 00006, 40010, 40201, 40209, 40302, 40401, 40902 */
  send(session: RequestSession, params: Send): Promise<UserPayment>
  history(
    session: RequestSession,
    params: RequestOf<typeof api.sends.history>,
  ): Promise<Page<UserPayment>>
}

export function createSends(options: PaymentsOptions): Sends {
  const { db, clock, trading } = options
  return {
    send: (session, params) => send(options, { session, params }),
    async history({ userId }, params) {
      const page = readPage(params, { cursorPattern: CURSOR })
      await ledgerCaughtUp({ db, clock, trading: trading.service })
      return pageOf(page, async (limit) =>
        (await sendsOf(db, { userId, cursor: page.cursor, limit })).map((row) => ({
          item: sendView(row, userId),
          cursor: String(row.id),
        })),
      )
    },
  }
}

async function send(
  options: PaymentsOptions,
  { session, params }: Asked<Send>,
): Promise<UserPayment> {
  const { trading, db, clock, stepUp } = options
  assertBoundKey(session)
  const { userId, sessionId } = session
  const clientOid = required(readClientOid(params), 'clientOid')
  const asset = readAssetOf('asset', params.asset)
  const atoms = String(readAtoms(params, asset))
  await assertMayMoveFunds(db, { sessionId, now: clock.now() })
  const to = params.to.trim()
  const digest = JSON.stringify([to, asset, atoms])
  const asked = { kind: 'send', userId, clientOid, digest } as const
  // A repeated request needs no second proof.
  if (!wasRun(options, asked)) {
    await assertNotStopped(db, { userId, now: clock.now(), what: 'Payments' })
    trading.guard.takeTransfer(session)
    // Before the receiver is looked up: who has an account here cannot be tried out.
    await stepUp.spend(params.verifyToken, { sessionId, action: 'send' })
    const toUserId = await findReceiver(db, to)
    if (toUserId === undefined || toUserId === userId)
      throw new GatewayError('40401', 'There is no user who could receive this', {
        data: { field: 'to' },
      })
    const cap = String(dailyCap(await options.vipLevelOf(userId)))
    const value = String(valueInUsdt(options.market, { asset, atoms: BigInt(atoms) }))
    trading.service.assertCapacity()
    if (!wasRun(options, asked))
      trading.service.run({ ...asked, at: clock.now(), toUserId, asset, atoms, value, cap })
  }
  await ledgerCaughtUp({ db, clock, trading: trading.service, isRepeated: true })
  const [row] = await sendsOf(db, { userId, clientOid, limit: 1 })
  if (!row) throw new GatewayError('00006', 'The payment could not be read')
  return trading.service.confirm(sendView(row, userId))
}

function sendView(row: StoredSend, userId: string): UserPayment {
  const isSent = row.from_user === userId
  return {
    sendId: String(row.id),
    clientOid: isSent ? row.client_oid : '',
    direction: isSent ? 'sent' : 'received',
    userId: isSent ? row.to_user : row.from_user,
    asset: row.asset,
    amount: amountText(BigInt(row.amount), row.asset),
    at: Number(row.at),
  }
}
