import { cleanup, screen } from '@testing-library/react'
import { lazy } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { LazyBoundary } from './LazyBoundary.tsx'

afterEach(cleanup)
afterEach(() => vi.restoreAllMocks())

const Missing = lazy(() => Promise.reject<{ default: () => null }>(new Error('offline')))

it('fails in place and keeps the page around it', async () => {
  // React logs what a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(
    <>
      <h1>Terminal</h1>
      <LazyBoundary fallback="waiting">
        <Missing />
      </LazyBoundary>
    </>,
    { browser, tab, at: '/en/spot/BTCUSDT' },
  )
  await settle()
  expect(screen.getByRole('heading').textContent).toBe('Terminal')
  expect((await screen.findByRole('alert')).textContent).toContain('This list could not be loaded.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
