import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { PageTexts } from '../lib/lazy/PageTexts.tsx'
import { Providers } from '../app/startup/Providers.tsx'
import type { TestBrowser, TestTab } from './createTestBrowser.ts'

/**
 * Shows a part of the app in a tab of the test browser. `settle` lets what is under way come to
 * rest, and time pass if asked to.
 */
export function renderPage(
  children: ReactNode,
  {
    browser,
    tab,
    at = '/en/login',
  }: { readonly browser: TestBrowser; readonly tab: TestTab; readonly at?: string },
) {
  const { unmount } = render(
    <Providers services={tab.services} store={tab.store}>
      <MemoryRouter initialEntries={[at]}>
        <PageTexts>{children}</PageTexts>
      </MemoryRouter>
    </Providers>,
  )
  const settle = async (ms = 0) => {
    await act(() => browser.clock.advance(ms))
    // Parts that load late: the manual clock does not wait for a file to be read.
    await act(async () => {
      await vi.dynamicImportSettled()
      await browser.clock.advance(0)
    })
  }
  return { settle, unmount }
}
