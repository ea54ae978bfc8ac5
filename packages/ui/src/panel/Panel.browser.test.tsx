import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { EmptyState } from '../empty-state/EmptyState.tsx'
import { CopyText } from '../empty-state/CopyText.tsx'
import { press } from '../testing/support/presses.ts'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { Panel } from './Panel.tsx'

afterEach(clearStage)

describe('Panel', () => {
  it('is a region with its title', async () => {
    stage(<Panel title="Trades">rows</Panel>)
    await expect
      .element(page.getByRole('region', { name: 'Trades' }))
      .toHaveTextContent('Tradesrows')
  })

  it('shows a skeleton and is busy while loading (visual Rules)', async () => {
    stage(
      <Panel title="Trades" status={{ kind: 'loading' }}>
        rows
      </Panel>,
    )
    await expect
      .element(page.getByRole('region', { name: 'Trades' }))
      .toHaveAttribute('aria-busy', 'true')
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    expect(document.body.textContent).not.toContain('rows')
  })

  it('dims stale content and shows its age (visual Rules)', async () => {
    stage(
      <Panel title="Trades" status={{ kind: 'stale', seconds: 12 }}>
        rows
      </Panel>,
    )
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('Last update 12 s ago, reconnecting')
    const body = document.querySelector('[data-x-part=panel-body]') as HTMLElement
    expect(body.textContent).toBe('rows')
    expect(getComputedStyle(body).filter).toBe('grayscale(1)')
  })

  it('shows an error with what to do and a trace id (visual Rules)', async () => {
    const retry = vi.fn()
    stage(
      <Panel
        title="Trades"
        status={{
          kind: 'error',
          title: 'The trades could not be loaded',
          text: 'Check the connection.',
          onRetry: retry,
          traceId: 'w1a2b',
        }}
      />,
    )
    await expect.element(page.getByRole('alert')).toBeVisible()
    expect(document.querySelector('[role=alert]')?.textContent).toContain('Check the connection.')
    expect(document.querySelector('[role=alert]')?.textContent).toContain('w1a2b')
    await press('Try again')
    expect(retry).toHaveBeenCalledOnce()
  })

  it('shows one sentence when empty, the default one without text (visual Rules)', async () => {
    stage(<EmptyState />)
    await expect.element(page.getByText('Nothing here yet')).toBeVisible()
  })

  it('copies a text and announces it', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    stage(<CopyText text="w1a2b" />)
    await press('Copy w1a2b')
    await expect.element(page.getByRole('status')).toHaveTextContent('Copied')
    expect(write.mock.calls).toEqual([['w1a2b']])
    write.mockRestore()
  })
})
