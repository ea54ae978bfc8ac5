import { act, render, renderHook } from '@testing-library/react'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { PageTexts } from '../lib/lazy/PageTexts.tsx'
import { Providers } from '../app/startup/Providers.tsx'
import type { TestBrowser, TestTab } from './createTestBrowser.ts'

interface PageOptions {
  readonly browser: TestBrowser
  readonly tab: TestTab
  readonly at?: string
}

const wrap = (children: ReactNode, { tab, at = '/en/login' }: PageOptions) => (
  <Providers services={tab.services} store={tab.store}>
    <MemoryRouter initialEntries={[at]}>
      <PageTexts>{children}</PageTexts>
    </MemoryRouter>
  </Providers>
)

const settleIn =
  ({ clock }: TestBrowser) =>
  async (ms = 0) => {
    await act(() => clock.advance(ms))
    // Parts that load late: the manual clock does not wait for a file to be read.
    await act(async () => {
      await vi.dynamicImportSettled()
      await clock.advance(0)
    })
  }

/**
 * Shows a part of the app in a tab of the test browser. `settle` lets what is under way come to
 * rest, and time pass if asked to.
 */
export function renderPage(children: ReactNode, options: PageOptions) {
  const { unmount } = render(wrap(children, options))
  return { settle: settleIn(options.browser), unmount }
}

interface HookOptions extends PageOptions {
  /** Brings the texts that the hook needs besides those of all pages; wait for `settle` then. */
  readonly Texts?: ComponentType<{ readonly children: ReactNode }>
}

/** Runs a hook of the app as a part of a page does; `current()` is what it last returned. */
export function renderAppHook<Result>(
  hook: () => Result,
  { Texts = Fragment, ...options }: HookOptions,
) {
  const { result, unmount } = renderHook(hook, {
    wrapper: ({ children }: { readonly children: ReactNode }) =>
      wrap(<Texts>{children}</Texts>, options),
  })
  return { settle: settleIn(options.browser), unmount, current: () => result.current }
}
