import { describe, expect, it } from 'vitest'
import { createReportQueue } from './createReportQueue.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function setup({ limit = 10 } = {}) {
  const sent: string[] = []
  const way = { isOnline: true, takes: true }
  const queue = createReportQueue<string>({
    limit,
    isOnline: () => way.isOnline,
    send: async (item) => {
      if (way.takes) sent.push(item)
      return way.takes
    },
  })
  return { sent, way, queue }
}

describe('the queue of reports', () => {
  it('sends in order', async () => {
    const { queue, sent } = setup()
    for (const key of ['a', 'b', 'c']) queue.add(key, key)
    await settled()
    expect(sent).toEqual(['a', 'b', 'c'])
  })

  it('sends the same one once', async () => {
    const { queue, sent } = setup()
    for (const item of ['first', 'second']) queue.add('a', item)
    await settled()
    queue.add('a', 'third')
    await settled()
    expect(sent).toEqual(['first'])
  })

  it('sends at most ten per page', async () => {
    const { queue, sent } = setup()
    for (let n = 0; n < 50; n++) queue.add(String(n), String(n))
    await settled()
    expect(sent).toHaveLength(10)
  })

  it('keeps them while there is no network', async () => {
    const { queue, sent, way } = setup()
    way.isOnline = false
    queue.add('a', 'a')
    queue.add('b', 'b')
    await settled()
    expect(sent).toEqual([])
    way.isOnline = true
    queue.flush()
    await settled()
    expect(sent).toEqual(['a', 'b'])
  })

  it('tries again, first things first, what the browser did not take', async () => {
    const { queue, sent, way } = setup()
    way.takes = false
    queue.add('a', 'a')
    await settled()
    way.takes = true
    queue.add('b', 'b')
    await settled()
    expect(sent).toEqual(['a', 'b'])
  })

  it('survives a way that fails', async () => {
    let fails = true
    const sent: string[] = []
    const queue = createReportQueue<string>({
      limit: 2,
      isOnline: () => true,
      send: async (item) => {
        if (fails) throw new Error('no chunk')
        sent.push(item)
        return true
      },
    })
    queue.add('a', 'a')
    await settled()
    fails = false
    queue.flush()
    await settled()
    expect(sent).toEqual(['a'])
  })
})
