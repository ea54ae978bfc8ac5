import { describe, expect, it } from 'vitest'
import { historyExport, pageRequest } from './pageRequest.ts'

describe('a question for a page of orders or fills', () => {
  it.each([
    ['open', '/spot/order/open'],
    ['trigger', '/spot/order/trigger'],
    ['history', '/spot/order/history'],
    ['fills', '/spot/order/fills'],
  ] as const)('asks for %s at %s', (kind, path) => {
    expect(pageRequest(kind, { wanted: {}, cursor: null })).toEqual({
      path,
      data: { limit: '100' },
    })
  })

  it('leaves out what is not narrowed by', () => {
    const wanted = { symbol: 'BTCUSDT', side: undefined, status: '', funds: 'margin' }
    expect(pageRequest('history', { wanted, cursor: null }).data).toEqual({
      limit: '100',
      symbol: 'BTCUSDT',
      funds: 'margin',
    })
  })

  it('has a cursor from the second page on', () => {
    const cursors = [null, '', '77'].map(
      (cursor) => pageRequest('fills', { wanted: {}, cursor }).data['cursor' as 'limit'],
    )
    expect(cursors).toEqual([undefined, undefined, '77'])
  })

  it('takes the size of a page that is asked for', () => {
    expect(pageRequest('open', { wanted: { limit: '5' }, cursor: null }).data.limit).toBe('5')
  })

  it('takes larger pages for a file, whatever the page on screen has', () => {
    const question = historyExport('history', { symbol: 'BTCUSDT', limit: '5' })
    expect(question('9')).toEqual({
      path: '/spot/order/history',
      data: { limit: '200', symbol: 'BTCUSDT', cursor: '9' },
    })
  })
})
