import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { Button } from './Button.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import { IconButton } from './IconButton.tsx'

afterEach(clearStage)

describe('Button', () => {
  it.each([
    ['mini', 24],
    ['small', 28],
    ['standard', 32],
    ['large', 40],
  ] as const)('is %s with a height of %i px (visual 2)', async (size, height) => {
    await page.viewport(1280, 800)
    stage(<Button size={size}>Buy</Button>)
    await expect
      .poll(() => document.querySelector('button')?.getBoundingClientRect().height)
      .toBe(height)
  })

  it('has a 44 px touch target on a phone in every size (visual 2)', async () => {
    await page.viewport(390, 800)
    stage(
      <div style={{ padding: 40 }}>
        <Button size="mini">Buy</Button>
      </div>,
    )
    await expect.poll(() => document.querySelector('button')).not.toBeNull()
    const box = (document.querySelector('button') as HTMLElement).getBoundingClientRect()
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const hits = [-21, 21].map((offset) =>
      document.elementFromPoint(middle.x, middle.y + offset)?.closest('button'),
    )
    expect(hits.every(Boolean)).toBe(true)
    await page.viewport(1280, 800)
  })

  it('does not submit by default', async () => {
    const submit = vi.fn((event: React.SyntheticEvent) => event.preventDefault())
    stage(
      <form onSubmit={submit}>
        <Button>Cancel</Button>
        <Button type="submit">Send</Button>
      </form>,
    )
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    expect(submit).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: 'Send' }))
    expect(submit).toHaveBeenCalledOnce()
  })

  it('shows why it is disabled, stays focusable and ignores presses (visual Rules)', async () => {
    const press = vi.fn()
    const submit = vi.fn((event: React.SyntheticEvent) => event.preventDefault())
    stage(
      <form onSubmit={submit}>
        <Button type="submit" disabled disabledReason="The balance is 0.00 USDT" onClick={press}>
          Buy
        </Button>
      </form>,
    )
    const button = page.getByRole('button', { name: 'Buy' })
    await expect.element(button).toHaveAccessibleDescription('The balance is 0.00 USDT')
    await userEvent.tab()
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    ;(document.querySelector('button') as HTMLElement).click()
    expect(press).not.toHaveBeenCalled()
    expect(submit).not.toHaveBeenCalled()
  })

  it('keeps its width and ignores presses while loading', async () => {
    const press = vi.fn()
    stage(<Button onClick={press}>Place order</Button>)
    await expect.poll(() => document.querySelector('button')).not.toBeNull()
    const width = (document.querySelector('button') as HTMLElement).offsetWidth
    stage(
      <Button loading onClick={press}>
        Place order
      </Button>,
    )
    await expect
      .poll(() => document.querySelector('button')?.getAttribute('aria-busy'))
      .toBe('true')
    expect((document.querySelector('button') as HTMLElement).offsetWidth).toBe(width)
    ;(document.querySelector('button') as HTMLElement).click()
    expect(press).not.toHaveBeenCalled()
  })

  it('names an icon button', async () => {
    stage(<IconButton icon={<svg />} label="Settings" />)
    await expect.element(page.getByRole('button', { name: 'Settings' })).toBeVisible()
  })

  it('renders a link or a router link with the same style', async () => {
    stage(
      <>
        <ButtonLink href="#a">Markets</ButtonLink>
        <ButtonLink
          render={({ children, ...props }) => (
            <a {...props} href="#b">
              {children}
            </a>
          )}
          variant="primary"
        >
          Trade
        </ButtonLink>
      </>,
    )
    await expect.element(page.getByRole('link', { name: 'Markets' })).toHaveAttribute('href', '#a')
    await expect
      .element(page.getByRole('link', { name: 'Trade' }))
      .toHaveAttribute('data-variant', 'primary')
  })
})
