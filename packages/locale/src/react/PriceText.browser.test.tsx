import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LocaleProvider } from './LocaleProvider.tsx'
import { PriceText } from './PriceText.tsx'

let root: Root
let host: HTMLElement

beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})
afterEach(() => {
  root.unmount()
  host.remove()
})

const show = (node: ReactNode) => flushSync(() => root.render(node))

/** What Ctrl+C would take. */
function copied(): string {
  const selection = getSelection()
  selection?.selectAllChildren(host)
  return selection?.toString() ?? ''
}

describe('PriceText', () => {
  it('a tiny price has a real sub element with the count (locale Numbers)', () => {
    show(<PriceText value="0.0000123456" />)
    const seen = host.querySelector('[aria-hidden]')
    expect(host.querySelector('sub')?.textContent).toBe('4')
    expect(seen?.textContent).toBe('0.040001234')
    expect(host.querySelector('sub')?.nextElementSibling?.getBoundingClientRect().width).toBe(0)
  })

  it('the full value is what is said (locale Numbers)', () => {
    show(
      <button type="button">
        <PriceText value="0.0000123456" />
      </button>,
    )
    const said = [...host.querySelectorAll('bdi > :not([aria-hidden])')]
      .map((element) => element.textContent)
      .join('')
    expect(said).toBe('0.0000123456')
  })

  it('copies the full count of zeros, also from a whole row (locale Numbers)', () => {
    show(
      <p>
        <span>PEPE </span>
        <PriceText value="0.00001234" />
        <span> USDT</span>
      </p>,
    )
    expect(copied()).toBe('PEPE 0.00001234 USDT')
  })

  it('an ordinary price is plain text', () => {
    show(<PriceText value="67123.456" digits={2} />)
    expect([host.textContent, host.querySelector('sub'), copied()]).toEqual([
      '67,123.45',
      null,
      '67,123.45',
    ])
  })

  it('stays left to right in Arabic', () => {
    show(
      <LocaleProvider locale="ar">
        <div dir="rtl">
          <PriceText value="0.00001234" />
        </div>
      </LocaleProvider>,
    )
    const bdi = host.querySelector('bdi')
    expect(bdi && getComputedStyle(bdi).direction).toBe('ltr')
  })

  it('returns the double dash without a price', () => {
    show(<PriceText value={null} />)
    expect(host.textContent).toBe('--')
  })
})
