import { createManualClock, createMemoryStorage, createSeededRandom } from '@x/kit/testing'
import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import type { PlaceOrder } from '../../data/spot/model.ts'
import { createSubmitter } from '../../data/submissions/createSubmissions.ts'
import { createPendingSubmissions } from '../../data/submissions/createUnanswered.ts'
import { editAmount, editPrice, newDraft } from './orderDraft.ts'
import { readPrevention } from './prevention.ts'
import { createDraftSubmitter, DECIDED, type OrderTerms } from './submitDraft.ts'

const spec = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const draft = editAmount(editPrice(newDraft('buy'), '60000', spec), '0.01')
const refusal = (code: string, data?: unknown) =>
  new RequestError('business', { code, message: 'x', traceId: 'w9', detail: { data } })

const submitter = () =>
  createSubmitter<OrderTerms>({
    random: createSeededRandom(1),
    decided: DECIDED,
    unanswered: createPendingSubmissions({
      kind: 'orders',
      storage: createMemoryStorage(),
      clock: createManualClock(),
      whose: () => '7 live',
    }),
  })

const setUp = (answers: readonly (Error | undefined)[]) => {
  const sent: PlaceOrder[] = []
  const { submit } = createDraftSubmitter({
    spec,
    submitter: submitter(),
    send: async (order) => {
      const answer = answers[sent.push(order) - 1]
      if (answer) throw answer
      return { kind: 'placed' }
    },
  })
  return { submit, sent }
}

describe('sending a draft (wire 10)', () => {
  it('carries the pair, the terms and a fresh key each time', async () => {
    const { submit, sent } = setUp([])
    expect(await submit(draft)).toMatchObject({
      status: 'placed',
      terms: { size: '0.01' },
      outcome: { kind: 'placed' },
    })
    await submit(draft)
    expect(sent[0]).toMatchObject({
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      price: '60000',
      size: '0.01',
    })
    expect(sent[0]?.clientOid).not.toBe(sent[1]?.clientOid)
  })
  it("says which order gives way to one of the same trader, unless it is the gateway's own rule", async () => {
    const given = async (prevention: Parameters<typeof readPrevention>[0]) => {
      const sent: PlaceOrder[] = []
      await createDraftSubmitter({
        spec,
        submitter: submitter(),
        prevention: () => readPrevention(prevention),
        send: async (order) => (sent.push(order), { kind: 'placed' }),
      }).submit(draft)
      return sent[0]?.selfTradePrevention
    }
    expect([
      await given('maker'),
      await given('both'),
      await given('none'),
      await given('taker'),
      await given(null),
      await given('of another version'),
    ]).toEqual(['maker', 'both', undefined, undefined, undefined, undefined])
  })
  it('keeps its key while it is not known whether it arrived', async () => {
    const { submit, sent } = setUp([new RequestError('timeout', { message: 'x' })])
    expect(await submit(draft)).toMatchObject({
      status: 'refused',
      isUnknown: true,
      field: undefined,
    })
    await submit(draft)
    expect(sent[0]?.clientOid).toBe(sent[1]?.clientOid)
  })
  it('that the gateway never took is decided: a read-only market is no unknown fate', async () => {
    const { submit, sent } = setUp([refusal('00006', { taken: false })])
    expect(await submit(draft)).toMatchObject({
      status: 'refused',
      isUnknown: false,
      code: '00006',
      traceId: 'w9',
    })
    await submit(draft)
    expect(sent[0]?.clientOid).not.toBe(sent[1]?.clientOid)
  })
  it('says which field a refusal is about', async () => {
    expect(await setUp([refusal('40202')]).submit(draft)).toMatchObject({ field: 'price' })
    expect(await setUp([refusal('40201')]).submit(draft)).toMatchObject({ field: 'amount' })
  })
})
