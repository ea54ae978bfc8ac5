import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { EmptyState } from '../empty-state/EmptyState.tsx'
import { CopyText } from '../empty-state/CopyText.tsx'
import { press } from '../testPresses.ts'
import { clearStage, stage } from '../testStage.tsx'
import { Panel } from './Panel.tsx'

afterEach(clearStage)

describe('panel', () => {
  it('is a region with its title', async () => {
    stage(<Panel title="Trades">rows</Panel>)
    await expect
      .element(page.getByRole('region', { name: 'Trades' }))
      .toHaveTextContent('Tradesrows')
  })

  it('visual Rules loading shows bones in place of the content and says it is busy', async () => {
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

  it('visual Rules stale keeps the content, greys it and says its age', async () => {
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

  it('visual Rules an error says what failed, what to do, and carries its trace id', async () => {
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

  it('visual Rules nothing is one sentence, the default one where none is given', async () => {
    stage(<EmptyState />)
    await expect.element(page.getByText('Nothing here yet')).toBeVisible()
  })

  it('a text can be copied and says that it was', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    stage(<CopyText text="w1a2b" />)
    await press('Copy w1a2b')
    await expect.element(page.getByRole('status')).toHaveTextContent('Copied')
    expect(write.mock.calls).toEqual([['w1a2b']])
    write.mockRestore()
  })
})
