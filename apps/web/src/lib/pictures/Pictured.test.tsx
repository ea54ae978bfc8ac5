import { cleanup, screen } from '@testing-library/react'
import { EmptyState } from '@x/ui/empty-state'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { Pictured } from './Pictured.tsx'

afterEach(cleanup)

it.each(['list', 'lost'] as const)('draws %s above the sentence once it came', async (of) => {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/')
  renderPage(
    <EmptyState>
      <Pictured of={of}>Nothing yet.</Pictured>
    </EmptyState>,
    { browser, tab, at: '/en/' },
  )
  // The sentence does not wait for the drawing, and screen readers get it alone.
  expect(screen.getByText('Nothing yet.')).toBeTruthy()
  const place = document.querySelector(`[data-picture="${of}"]`)
  expect(place?.getAttribute('aria-hidden')).toBe('true')
  await expect.poll(() => place?.querySelectorAll('svg path').length).toBeGreaterThan(3)
})
