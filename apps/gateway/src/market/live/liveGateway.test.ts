import { afterAll, describe, expect, it, vi } from 'vitest'
import { createTestGateway } from '../../testing/createTestGateway.ts'
import { openLoopback } from './testing.ts'

const exchange = await openLoopback()
const gateway = await createTestGateway({ marketSource: 'live:okx', marketUrl: exchange.url })

afterAll(async () => {
  await gateway.stop()
  await exchange.close()
})

const answer = async (url: string): Promise<unknown> => (await gateway.app.inject({ url })).json<{ data: unknown }>().data

describe('a gateway that shows an exchange (decision 161)', () => {
  it('starts before the exchange has said anything, with every pair paused and no orders of the live realm', async () => {
    expect(await answer('/v1/spot/public/market')).toEqual({ liveTrading: false, recordedSymbol: null })
    expect(await answer('/v1/spot/public/tickers')).toEqual([])
  })

  it('opens a pair\'s candles where its first book stands', async () => {
    await vi.waitFor(() => expect(exchange.heard).toHaveLength(1), { timeout: 10_000 })
    exchange.send(JSON.stringify({ arg: { channel: 'books', instId: 'ETH-USDT' }, action: 'snapshot', data: [{ bids: [['2683.4', '1', '0', '1']], asks: [['2683.5', '2', '0', '1']], ts: '1', checksum: 0, prevSeqId: -1, seqId: 1 }] }))
    await vi.waitFor(async () => expect(await answer('/v1/spot/public/tickers')).toMatchObject([{ symbol: 'ETHUSDT', last: '2683.45' }]), { timeout: 10_000 })
    expect(await answer('/v1/spot/public/candles?symbol=ETHUSDT&interval=1m&limit=1000')).toHaveLength(1_000)
  })
})
