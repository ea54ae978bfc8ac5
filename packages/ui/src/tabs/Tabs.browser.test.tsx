import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { Tabs, type TabsProps } from './Tabs.tsx'

afterEach(clearStage)

const items = [
  { value: 'open', label: 'Open', count: 3, panel: <input aria-label="Open filter" /> },
  { value: 'history', label: 'History', panel: 'Past orders' },
  { value: 'fills', label: 'Fills', disabled: true, panel: 'Fills' },
]
const show = (props: Partial<TabsProps> = {}, direction: 'ltr' | 'rtl' = 'ltr') =>
  stage(<Tabs aria-label="Orders" items={items} {...props} />, { direction })
const tab = (name: string | RegExp) => page.getByRole('tab', { name })

describe('Tabs', () => {
  it("show only the selected tab's named panel", async () => {
    show()
    await expect.element(page.getByRole('tabpanel', { name: 'Open 3' })).toBeVisible()
    await userEvent.click(tab('History'))
    await expect
      .element(page.getByRole('tabpanel', { name: 'History' }))
      .toHaveTextContent('Past orders')
    expect(document.querySelectorAll('[role=tabpanel]')).toHaveLength(1)
  })

  it('name panels for any key', async () => {
    stage(
      <Tabs
        aria-label="Orders"
        keepMounted
        items={[
          { value: 'open orders', label: 'Open', panel: 'Two' },
          { value: 'BTC/USDT', label: 'Pair', panel: 'One' },
        ]}
      />,
    )
    for (const [name, text] of [
      ['Open', 'Two'],
      ['Pair', 'One'],
    ] as const) {
      await userEvent.click(tab(name))
      await expect.element(page.getByRole('tabpanel', { name })).toHaveTextContent(text)
      expect(
        document.getElementById(tab(name).element().getAttribute('aria-controls') ?? '')
          ?.textContent,
      ).toBe(text)
    }
  })

  it('keep a tab stop if the selected tab is missing or disabled', async () => {
    for (const selected of ['gone', 'fills']) {
      show({ value: selected })
      await userEvent.tab()
      await expect.element(tab(/^Open/)).toHaveFocus()
    }
  })

  it('have one tab stop; arrows select, wrap and skip', async () => {
    show()
    await expect.element(tab(/^Open/)).toBeVisible()
    await userEvent.tab()
    await expect.element(tab(/^Open/)).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab('History')).toHaveFocus()
    await expect.element(tab('History')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab(/^Open/)).toHaveFocus()
    await userEvent.tab()
    await expect.element(page.getByLabelText('Open filter')).toHaveFocus()
  })

  it('follow the writing direction in Arabic', async () => {
    show({}, 'rtl')
    await userEvent.click(tab(/^Open/))
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(tab('History')).toHaveFocus()
  })

  it('keep hidden panels mounted on request', async () => {
    show({ keepMounted: true })
    await userEvent.fill(page.getByLabelText('Open filter'), 'BTC')
    await userEvent.click(tab('History'))
    await userEvent.click(tab(/^Open/))
    await expect.element(page.getByLabelText('Open filter')).toHaveValue('BTC')
  })

  it('report a selection once and stay controlled', async () => {
    const select = vi.fn()
    show({ value: 'open', onChange: select })
    await userEvent.click(tab('History'))
    expect(select.mock.calls).toEqual([['history']])
    await expect.element(tab(/^Open/)).toHaveAttribute('aria-selected', 'true')
    await userEvent.click(tab(/^Open/))
    expect(select).toHaveBeenCalledOnce()
  })
})
