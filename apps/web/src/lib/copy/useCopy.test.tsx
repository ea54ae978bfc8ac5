import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { useCopy } from './useCopy.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function CopyButton() {
  const copy = useCopy()
  return (
    <button type="button" onClick={() => copy('0xabc', { confirmation: 'Address copied' })}>
      Copy
    </button>
  )
}

async function press(clipboard: { writeText(text: string): Promise<void> } | undefined) {
  vi.stubGlobal('navigator', { ...navigator, clipboard })
  const browser = createTestBrowser()
  const tab = await browser.openTab()
  const { settle } = renderPage(<CopyButton />, { browser, tab })
  await settle()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy' })))
  await settle()
  return tab.toasts()
}

describe('a text that is copied', () => {
  it('is what was asked for, and confirmed', async () => {
    const written: string[] = []
    const toasts = await press({ writeText: async (text) => void written.push(text) })
    expect([written, toasts]).toEqual([['0xabc'], ['Address copied']])
  })

  it('is not confirmed where the browser refuses', async () => {
    const toasts = await press({ writeText: () => Promise.reject(new Error('denied')) })
    expect(toasts).toEqual(['Something went wrong. Nothing was changed.'])
  })

  it('is not confirmed where the page has no clipboard', async () => {
    expect(await press(undefined)).toEqual(['Something went wrong. Nothing was changed.'])
  })
})
