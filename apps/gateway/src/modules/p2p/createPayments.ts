import type { api, P2pPaymentMethod, RequestOf } from '@x/api'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { createSecretSeal } from '../../platform/security/sealSecret.ts'
import type { P2pContext } from './context.ts'
import { plainText, readNumber } from './p2pInput.ts'
import { PAYMENT_TYPES } from './p2pOffer.ts'
import {
  insertMethod,
  methodsById,
  methodsByUser,
  removeMethod,
  type StoredMethod,
} from './queries.ts'

const MOST_METHODS = 20

/** How users are paid: kept sealed, and shown to who has to pay. */
export interface Payments {
  list(userId: string): Promise<P2pPaymentMethod[]>
  /** @throws GatewayError 00005, 40010, 40241, 40302 */
  add(
    session: RequestSession,
    params: RequestOf<typeof api.p2p.addPayment>,
  ): Promise<P2pPaymentMethod>
  /** @throws GatewayError 00005, 40241, 40401 */
  remove(session: RequestSession, params: RequestOf<typeof api.p2p.removePayment>): Promise<null>
  /** Methods that orders name, those that were removed too. */
  opened(ids: readonly number[]): Promise<P2pPaymentMethod[]>
  /** Own methods that an advert or order names. @throws GatewayError 40010 */
  chosen(
    userId: string,
    ids: readonly string[],
  ): Promise<readonly { readonly id: number; readonly type: string }[]>
}

interface Sealed {
  readonly holder: string
  readonly fields: Readonly<Record<string, string>>
}

export function createPayments(context: P2pContext): Payments {
  const { db, clock, random, sealKey, stepUp, trading } = context
  const seal = createSecretSeal({ key: sealKey, random })
  const ownerOf = (userId: string) => `p2p-payment ${userId}`

  function open({ method_id, user_id, type, sealed }: StoredMethod): P2pPaymentMethod {
    const text = seal.open(sealed, { owner: ownerOf(user_id) })
    const { holder, fields } = JSON.parse(text ?? '{"holder":"","fields":{}}') as Sealed
    return { methodId: String(method_id), type, holder, fields: { ...fields } }
  }

  return {
    list: async (userId) => (await methodsByUser(db, userId)).map(open),
    async add(session, params) {
      const { userId, sessionId } = session
      const method = readMethod(params)
      await context.assertMayTrade(session)
      if ((await methodsByUser(db, userId)).length >= MOST_METHODS)
        throw new GatewayError('40241', `There are ${MOST_METHODS} payment methods already`)
      await stepUp.spend(params.verifyToken, { sessionId, action: 'p2pPayment' })
      const { type, ...secret } = method
      const sealed = seal.seal(JSON.stringify(secret), { owner: ownerOf(userId) })
      const methodId = await insertMethod(db, { userId, type, sealed, at: clock.now() })
      return { methodId, ...method }
    },
    async remove({ userId, sessionId }, params) {
      const methodId = readNumber(params.methodId)
      const own = (await methodsByUser(db, userId)).some(
        (each) => Number(each.method_id) === methodId,
      )
      if (!own) throw unknownMethod()
      for (const advert of trading.service.core.state.p2p.adverts.values())
        if (advert.status !== 'closed' && advert.terms.methodIds.includes(methodId))
          throw new GatewayError('40241', 'An advert names this payment method')
      await stepUp.spend(params.verifyToken, { sessionId, action: 'p2pPayment' })
      if (!(await removeMethod(db, { userId, methodId, at: clock.now() }))) throw unknownMethod()
      return null
    },
    opened: async (ids) => (await methodsById(db, ids)).map(open),
    async chosen(userId, ids) {
      const own = await methodsByUser(db, userId)
      const wanted = [...new Set(ids.map(readNumber))]
      const found = own.filter(({ method_id }) => wanted.includes(Number(method_id)))
      if (wanted.length === 0 || found.length < wanted.length)
        throw invalidParameter('methodIds', 'methodIds must name own payment methods')
      return found.map(({ method_id, type }) => ({ id: Number(method_id), type }))
    },
  }
}

const unknownMethod = () => new GatewayError('40401', 'There is no such payment method')

function readMethod({
  type,
  holder,
  fields,
}: RequestOf<typeof api.p2p.addPayment>): Omit<P2pPaymentMethod, 'methodId'> {
  const kind = PAYMENT_TYPES.find((each) => each.type === type)
  if (!kind) throw invalidParameter('type', 'type is none of the kinds of payment')
  const name = plainText(holder)
  if (name === '') throw invalidParameter('holder', 'holder is missing')
  const values = kind.fields.map((field) => {
    const value = Object.hasOwn(fields, field) ? plainText(fields[field] ?? '') : ''
    if (value === '') throw invalidParameter('fields', `${field} is missing`)
    return [field, value] as const
  })
  return { type, holder: name, fields: Object.fromEntries(values) }
}
