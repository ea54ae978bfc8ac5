import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestGateway,
  type NewUser,
  type TestGateway,
} from '../../testing/createTestGateway.ts'

let gateway: TestGateway
let trader: NewUser
beforeAll(async () => {
  gateway = await createTestGateway()
  trader = await gateway.newUser()
  await gateway.clock.advance(2_000)
})
afterAll(() => gateway.stop())

describe('contracts of a running gateway (futures 5)', () => {
  it('marks every contract a second after the start (futures 5)', async () => {
    const { data } = await trader.client.get('/v1/futures/public/tickers')
    const tickers = data as readonly { readonly markPrice: string | null }[]
    expect(tickers).toHaveLength(8)
    expect(tickers.filter(({ markPrice }) => markPrice === null)).toEqual([])
  })

  it('refuses what is not signed or of another realm (futures 11)', async () => {
    const { code } = await gateway.visitor().get('/v1/futures/account')
    expect(code).toBe('401')
  })
})
