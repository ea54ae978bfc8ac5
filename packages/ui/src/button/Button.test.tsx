import { createRef } from 'react'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { named, pressNamed, renderWidget } from '../testing/support/renderWidget.tsx'
import { Button, type ButtonProps } from './Button.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import { IconButton } from './IconButton.tsx'

/** Returns what the press on a submit button of a form does. */
function submit(props: ButtonProps) {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const onClick = vi.fn()
  renderWidget(
    <form onSubmit={onSubmit}>
      <Button onClick={onClick} {...props}>
        Place
      </Button>
    </form>,
  )
  fireEvent.click(screen.getByRole('button'))
  return { submits: onSubmit.mock.calls.length, clicks: onClick.mock.calls.length }
}

afterEach(cleanup)

describe('press on a button', () => {
  it.each([
    ['a plain one', {}, { submits: 0, clicks: 1 }],
    ['a submit button', { type: 'submit' }, { submits: 1, clicks: 1 }],
    ['a disabled one', { type: 'submit', disabled: true }, { submits: 0, clicks: 0 }],
    [
      'a disabled one with a reason',
      { type: 'submit', disabled: true, disabledReason: 'No balance' },
      { submits: 0, clicks: 0 },
    ],
    ['a loading one', { type: 'submit', loading: true }, { submits: 0, clicks: 0 }],
    [
      'one with a reason that is enabled',
      { type: 'submit', disabledReason: 'No balance' },
      { submits: 1, clicks: 1 },
    ],
  ] as const)('does what its state allows: %s', (_, props, expected) => {
    expect(submit(props)).toEqual(expected)
  })
})

describe('button', () => {
  it('stays in the tab order while it has a reason', () => {
    renderWidget(
      <>
        <Button disabled>Buy</Button>
        <Button disabled disabledReason="No balance">
          Sell
        </Button>
      </>,
    )
    expect((named('button', 'Buy') as HTMLButtonElement).disabled).toBe(true)
    const sell = named('button', 'Sell') as HTMLButtonElement
    expect(sell.disabled).toBe(false)
    expect(sell.getAttribute('aria-disabled')).toBe('true')
    sell.focus()
    expect(document.activeElement).toBe(sell)
  })

  it('is described by its reason besides what the caller names', () => {
    renderWidget(
      <Button disabled disabledReason="No balance" aria-describedby="fees">
        Sell
      </Button>,
    )
    const [fees, reason] = (
      screen.getByRole('button').getAttribute('aria-describedby') ?? ''
    ).split(' ')
    expect(fees).toBe('fees')
    expect(document.getElementById(reason ?? '')?.textContent).toBe('No balance')
  })

  it('has no description without a reason, or while enabled', () => {
    const render = renderWidget(<Button disabledReason="No balance">Sell</Button>)
    expect(screen.getByRole('button').hasAttribute('aria-describedby')).toBe(false)
    render(
      <Button disabled disabledReason="">
        Sell
      </Button>,
    )
    expect(screen.getByRole('button').hasAttribute('aria-describedby')).toBe(false)
    expect((screen.getByRole('button') as HTMLButtonElement).disabled).toBe(true)
  })

  it('is busy while loading, keeps the focus and its name', () => {
    const render = renderWidget(<Button>Buy</Button>)
    const button = screen.getByRole('button')
    button.focus()
    render(<Button loading>Buy</Button>)
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(screen.getByRole('img', { name: 'Loading' })).toBeTruthy()
    expect(button.textContent).toBe('Buy')
  })

  it('gives its element to the ref', () => {
    const ref = createRef<HTMLButtonElement>()
    renderWidget(<Button ref={ref}>Buy</Button>)
    expect(ref.current).toBe(screen.getByRole('button'))
  })
})

describe('icon button', () => {
  it('is named by its label, which is also its tooltip', () => {
    const onClick = vi.fn()
    renderWidget(<IconButton icon={<svg />} label="Close" onClick={onClick} />)
    expect(named('button', 'Close').title).toBe('Close')
    expect(named('button', 'Close').dataset['iconOnly']).toBe('true')
    pressNamed('button', 'Close')
    expect(onClick).toHaveBeenCalledOnce()
  })
})

describe('link that looks like a button', () => {
  it('is a link with its text', () => {
    renderWidget(
      <ButtonLink href="/markets" variant="primary" startIcon="+">
        Markets
      </ButtonLink>,
    )
    const link = named('link', '+ Markets')
    expect(link.getAttribute('href')).toBe('/markets')
    expect(link.dataset['variant']).toBe('primary')
  })

  it('gives the style and the content to the link of a router', () => {
    renderWidget(
      <ButtonLink
        className="mine"
        render={({ children, className, ...rest }) => (
          <a href="/en/markets" className={className} {...rest}>
            {children}
          </a>
        )}
      >
        Markets
      </ButtonLink>,
    )
    const link = named('link', 'Markets')
    expect(link.getAttribute('href')).toBe('/en/markets')
    expect(link.className).toContain('mine')
    expect(link.dataset['xPart']).toBe('button-link')
  })
})
