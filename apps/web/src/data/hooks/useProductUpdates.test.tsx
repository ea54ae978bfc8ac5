import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { useState } from 'react'
import { useProductUpdates } from './useProductUpdates.ts'

function Counter() {
  const [count, setCount] = useState(0)
  useProductUpdates('copy', () => setCount((now) => now + 1))
  return <output>{count}</output>
}

let browser: TestBrowser
let tab: TestTab
beforeEach(async () => {
  browser = createTestBrowser()
  browser.signIn('1000000001')
  tab = await browser.openTab('http://app/en/copy-trading/my')
  const { settle } = renderPage(<Counter />, { browser, tab, at: '/en/copy-trading/my' })
  await settle(100)
  act(() => tab.sockets.at(-1)?.open())
})
afterEach(cleanup)

let seq = 0
const deliver = (type: 'snapshot' | 'delta', data: object[]) =>
  act(async () =>
    tab.sockets.at(-1)?.deliver({
      topic: 'products',
      type,
      seq: type === 'snapshot' ? (seq = 1) : ++seq,
      prevSeq: seq - 1,
      ts: 0,
      data,
    }),
  )
const count = () => screen.getByRole('status').textContent

describe('changes of a product on the account stream (products 1)', () => {
  it('are counted for this product only', async () => {
    await deliver('snapshot', [])
    expect(count()).toBe('0')
    await deliver('delta', [{ product: 'earn', id: '1' }, null as never])
    expect(count()).toBe('0')
    await deliver('delta', [{ product: 'copy', id: '1' }])
    expect(count()).toBe('1')
  })

  it('are asked for again after a gap', async () => {
    await deliver('snapshot', [])
    await deliver('snapshot', [])
    expect(count()).toBe('1')
  })
})
