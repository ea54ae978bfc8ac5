import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { X } from 'lucide-react'
import { describe, expect, it, vi } from 'vitest'
import { Icon } from '../icon/Icon.tsx'
import { ButtonLink, type ButtonLinkAnchorProps } from './ButtonLink.tsx'
import { IconButton } from './IconButton.tsx'

describe('ButtonLink', () => {
  it('renders a link with the given variant', () => {
    const html = renderToStaticMarkup(
      createElement(
        ButtonLink,
        { href: '/markets', variant: 'primary', size: 'large', block: true },
        'Markets',
      ),
    )
    expect(html).toMatch(/^<a href="\/markets"/)
    expect(html).toContain('data-variant="primary"')
    expect(html).toContain('data-size="large"')
    expect(html).toContain('data-block="true"')
    expect(html).toContain('Markets')
    expect(html).not.toContain('role=')
  })

  it('passes the same attributes to a router link', () => {
    const render = vi.fn((props: ButtonLinkAnchorProps) =>
      createElement('a', { ...props, href: '/en/markets' }),
    )
    const html = renderToStaticMarkup(
      createElement(ButtonLink, { render, className: 'mine', target: '_blank' }, 'Markets'),
    )
    expect(render).toHaveBeenCalledOnce()
    expect(render.mock.calls[0]?.[0]).toMatchObject({
      'data-x-part': 'button-link',
      'data-variant': 'neutral',
      'data-size': 'standard',
      target: '_blank',
    })
    expect(html).toContain('href="/en/markets"')
    expect(html).toContain('mine')
  })

  it('renders icons on their sides and omits absent ones', () => {
    const html = renderToStaticMarkup(
      createElement(
        ButtonLink,
        {
          startIcon: createElement('i', { id: 'start' }),
          endIcon: createElement('i', { id: 'end' }),
        },
        'Word',
      ),
    )
    expect(html.replace(/<(?!i)[^>]*>/g, '')).toBe('<i id="start">Word<i id="end">')
    expect(renderToStaticMarkup(createElement(ButtonLink, null, 'Word'))).not.toContain(
      'data-block',
    )
  })
})

describe('IconButton', () => {
  const draw = (props: Partial<Parameters<typeof IconButton>[0]> = {}) =>
    renderToStaticMarkup(
      createElement(IconButton, { icon: createElement(Icon, { of: X }), label: 'Close', ...props }),
    )

  it('has an accessible name and a native tooltip', () => {
    expect(draw()).toContain('aria-label="Close"')
    expect(draw()).toContain('title="Close"')
    expect(draw({ title: 'Close (Esc)' })).toContain('title="Close (Esc)"')
  })

  it('has the variant ghost by default', () => {
    expect(draw()).toContain('data-variant="ghost"')
    expect(draw({ variant: 'danger' })).toContain('data-variant="danger"')
    expect(draw()).toContain('data-icon-only="true"')
  })
})

describe('Icon', () => {
  it('is hidden from screen readers without a label', () => {
    const html = renderToStaticMarkup(createElement(Icon, { of: X }))
    expect(html).toContain('aria-hidden="true"')
    expect(html).toContain('width="16"')
    expect(html).toContain('stroke-width="1.5"')
    expect(html).toContain('focusable="false"')
  })

  it('is an image with a name when labelled', () => {
    const html = renderToStaticMarkup(createElement(Icon, { of: X, label: 'Failed', size: 20 }))
    expect(html).toContain('role="img"')
    expect(html).toContain('aria-label="Failed"')
    expect(html).toContain('width="20"')
    expect(html).not.toContain('aria-hidden')
  })
})
