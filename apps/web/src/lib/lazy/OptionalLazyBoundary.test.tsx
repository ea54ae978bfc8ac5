import { act, cleanup, render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { OptionalLazyBoundary } from './OptionalLazyBoundary.tsx'
import { Providers } from '../../app/startup/Providers.tsx'

afterEach(cleanup)

async function open(load: () => Promise<{ default: () => null }>, { quiet = false } = {}) {
  const tab = await createTestBrowser().openTab('http://app/en/spot/BTCUSDT')
  const onFail = vi.fn<() => void>()
  const Late = lazy(load)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await act(
    async () =>
      void render(
        <Providers services={tab.services} store={tab.store}>
          <p>the terminal</p>
          <OptionalLazyBoundary onFail={onFail} quiet={quiet}>
            <Late />
          </OptionalLazyBoundary>
        </Providers>,
      ),
  )
  return { onFail, toasts: tab.toasts() }
}

const away = () => Promise.reject(new TypeError('Failed to fetch'))

it('closes a dialog whose code fails to load, with a toast (visual 4)', async () => {
  const { onFail, toasts } = await open(away)
  expect([toasts, onFail.mock.calls.length]).toEqual([
    ['Something went wrong. Nothing was changed.'],
    1,
  ])
  expect(screen.getByText('the terminal')).toBeDefined()
})

it('fails silently for content nobody requested (visual 4)', async () => {
  const { onFail, toasts } = await open(away, { quiet: true })
  expect([toasts, onFail.mock.calls.length]).toEqual([[], 1])
  expect(screen.getByText('the terminal')).toBeDefined()
})

it('says nothing of a dialog that is here', async () => {
  const { onFail, toasts } = await open(async () => ({ default: () => null }))
  expect([toasts, onFail.mock.calls.length]).toEqual([[], 0])
})
