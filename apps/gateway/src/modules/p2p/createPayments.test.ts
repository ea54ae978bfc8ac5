import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserClock } from '@x/kit/browser'
import type { Database } from '../../platform/db/Database.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import type { P2pContext } from './context.ts'
import { createPayments, type Payments } from './createPayments.ts'
import { PAYMENT_TYPES } from './p2pOffer.ts'
import { namesOf, recordsOf, setName } from './queries.ts'

const session: RequestSession = {
  sessionId: 's',
  userId: '1000000001',
  realm: 'live',
  roles: ['trader'],
  keyId: 'key',
}
const other: RequestSession = { ...session, userId: '1000000002' }
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }

let db: Database
let spent: unknown[]
let payments: Payments

/** What payment methods need of P2P trading; the core has no adverts. */
const contextWith = (sealKey: Uint8Array): P2pContext =>
  ({
    db,
    clock: browserClock(),
    random,
    sealKey,
    stepUp: { spend: async (token: unknown) => void spent.push(token) },
    trading: { service: { core: { state: { p2p: { adverts: new Map() } } } } },
    assertMayTrade: async () => {},
  }) as unknown as P2pContext

beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('delete from p2p_payment_method')
  spent = []
  payments = createPayments(contextWith(new Uint8Array(32).fill(1)))
})

const valuesOf = (type: string): Record<string, string> =>
  Object.fromEntries(
    (PAYMENT_TYPES.find((each) => each.type === type)?.fields ?? []).map((field) => [
      field,
      `my ${field}`,
    ]),
  )
const add = (type: string, of: RequestSession = session) =>
  payments.add(of, { type, holder: ' Ann Example ', fields: valuesOf(type), verifyToken: 'proof' })
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => '0',
    (error: unknown) => (error instanceof GatewayError ? error.code : String(error)),
  )

describe('payment methods (products 2)', () => {
  it.each(PAYMENT_TYPES.map(({ type }) => type))('are added and read again: %s', async (type) => {
    const added = await add(type)
    expect(added).toMatchObject({ type, holder: 'Ann Example', fields: valuesOf(type) })
    expect(await payments.list(session.userId)).toEqual([added])
    expect(spent).toEqual(['proof'])
  })

  it.each(PAYMENT_TYPES.flatMap(({ type, fields }) => fields.map((field) => [type, field])))(
    'are refused: %s without %s',
    async (type, field) => {
      const { [field!]: _, ...fields } = valuesOf(type!)
      const body = { type: type!, holder: 'Ann', verifyToken: 'proof' }
      expect(await codeOf(payments.add(session, { ...body, fields }))).toBe('40010')
      expect(
        await codeOf(payments.add(session, { ...body, fields: { ...fields, [field!]: ' ' } })),
      ).toBe('40010')
      // A proof is not spent on what is refused.
      expect(spent).toEqual([])
    },
  )

  it('keep no field that their kind does not have', async () => {
    const fields = { ...valuesOf('sepa'), password: 'secret' }
    const body = { type: 'sepa', holder: 'Ann', fields, verifyToken: 'proof' }
    expect((await payments.add(session, body)).fields).toEqual(valuesOf('sepa'))
  })

  it('open with their key for their owner only', async () => {
    const { methodId } = await add('bank')
    const stolen = createPayments(contextWith(new Uint8Array(32).fill(2)))
    expect(await stolen.list(session.userId)).toMatchObject([{ holder: '', fields: {} }])
    await db.query('update p2p_payment_method set user_id = $1', [other.userId])
    expect(await payments.opened([Number(methodId)])).toMatchObject([{ holder: '', fields: {} }])
  })

  it('are at most twenty, and removed by their owner', async () => {
    const ids: string[] = []
    for (let at = 0; at < 20; at++) ids.push((await add('bank')).methodId)
    expect(await codeOf(add('bank'))).toBe('40241')
    const methodId = ids[7]!
    const remove = (of: RequestSession) =>
      codeOf(payments.remove(of, { methodId, verifyToken: 'proof' }))
    expect([await remove(other), await remove(session), await remove(session)]).toEqual([
      '40401',
      '0',
      '40401',
    ])
    expect(await codeOf(add('bank'))).toBe('0')
    // An order may still name it.
    expect(await payments.opened([Number(methodId)])).toMatchObject([{ holder: 'Ann Example' }])
  })

  it('are chosen among the own ones only', async () => {
    const { methodId: own } = await add('bank')
    const { methodId: foreign } = await add('sepa', other)
    expect(await payments.chosen(session.userId, [own, own])).toEqual([
      { id: Number(own), type: 'bank' },
    ])
    for (const ids of [[], [foreign], [own, foreign], ['0'], ['x'], [`${own}.0`]])
      expect(await codeOf(payments.chosen(session.userId, ids))).toBe('40010')
  })
})

describe('traders as others see them (products 2)', () => {
  it('have a name each, whatever its case', async () => {
    const at = 1
    expect(await setName(db, { userId: '1', nickname: 'Ann', at })).toBe(true)
    expect(await setName(db, { userId: '2', nickname: 'ANN', at })).toBe(false)
    expect(await setName(db, { userId: '1', nickname: 'Anna', at })).toBe(true)
    expect(await setName(db, { userId: '2', nickname: 'Ann', at })).toBe(true)
    const nameOf = await namesOf(db, ['1', '2', '1000000003'])
    expect(['1', '2', '1000000003'].map(nameOf)).toEqual(['Anna', 'Ann', 'User-0003'])
  })

  it('have no record without orders', async () => {
    expect((await recordsOf(db, { userIds: ['1', '2'], since: 0 })).size).toBe(0)
  })
})
