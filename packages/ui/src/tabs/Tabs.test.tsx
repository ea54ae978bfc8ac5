import { useState } from 'react'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { focusedText, named, pressKey, pressNamed } from '../testing/support/renderWidget.tsx'
import { renderWidget } from '../testing/support/renderWidget.tsx'
import { Tabs, type TabItem, type TabsProps } from './Tabs.tsx'

function Counter({ name }: { readonly name: string }) {
  const [count, setCount] = useState(0)
  return (
    <button onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  )
}

const items: readonly TabItem[] = [
  { value: 'open', label: 'Open', count: 2, panel: <Counter name="open" /> },
  { value: 'past orders', label: 'Past', panel: <Counter name="past" /> },
  { value: 'plan', label: 'Plan', disabled: true, panel: <Counter name="plan" /> },
  { value: 'fills', label: 'Fills', panel: <Counter name="fills" /> },
]

function show(props: Partial<TabsProps> = {}, direction: 'ltr' | 'rtl' = 'ltr') {
  const onChange = vi.fn<(key: string) => void>()
  const tabs = (next: Partial<TabsProps>) => (
    <Tabs aria-label="Orders" items={items} onChange={onChange} {...props} {...next} />
  )
  const render = renderWidget(tabs({}), { direction })
  return { onChange, render: (next: Partial<TabsProps>) => render(tabs(next)) }
}

const tabs = () => screen.getAllByRole('tab')
const selected = () =>
  tabs()
    .filter((tab) => tab.getAttribute('aria-selected') === 'true')
    .map((tab) => tab.dataset['key'])
const stops = () => tabs().filter(({ tabIndex }) => tabIndex === 0)

afterEach(cleanup)

describe('tabs', () => {
  it('select the first enabled tab by default', () => {
    show()
    expect(selected()).toEqual(['open'])
    show({ items: items.map((item, at) => ({ ...item, disabled: at < 3 })) })
    expect(selected()).toEqual(['fills'])
  })

  it('name the panel by its tab', () => {
    show({ defaultValue: 'past orders' })
    const panel = named('tabpanel', 'Past')
    const tab = named('tab', 'Past')
    expect(panel.id).toBe(tab.getAttribute('aria-controls'))
    expect(named('tab', 'Open 2').hasAttribute('aria-controls')).toBe(false)
  })

  it('mount the panel of the selected tab only, and forget its state', () => {
    show()
    pressNamed('button', 'open 0')
    pressNamed('tab', 'Past')
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
    pressNamed('tab', 'Open 2')
    expect(named('button', 'open 0')).toBeTruthy()
  })

  it('keep the state of hidden panels on request', () => {
    show({ keepMounted: true })
    pressNamed('button', 'open 0')
    pressNamed('tab', 'Past')
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
    pressNamed('tab', 'Open 2')
    expect(named('button', 'open 1')).toBeTruthy()
  })

  it('refer to no panel where there is none', () => {
    show({ items: items.map(({ panel: _panel, ...item }) => item) })
    expect(screen.queryByRole('tabpanel')).toBeNull()
    expect(tabs().some((tab) => tab.hasAttribute('aria-controls'))).toBe(false)
  })

  it('report another tab once, and never the selected one', () => {
    const { onChange } = show()
    pressNamed('tab', 'Open 2')
    pressNamed('tab', 'Fills')
    pressNamed('tab', 'Fills')
    expect(onChange.mock.calls).toEqual([['fills']])
  })

  it('stay with their owner when controlled', () => {
    const { onChange, render } = show({ value: 'open' })
    pressNamed('tab', 'Fills')
    expect(onChange.mock.calls).toEqual([['fills']])
    expect(selected()).toEqual(['open'])
    render({ value: 'fills' })
    expect(selected()).toEqual(['fills'])
  })

  it.each([
    ['a tab that is missing', 'gone'],
    ['a disabled tab', 'plan'],
  ])('keep one tab stop for %s', (_, value) => {
    show({ value })
    expect(stops().map((tab) => tab.dataset['key'])).toEqual(['open'])
  })
})

describe('keys of tabs', () => {
  it.each([
    ['open', 'ArrowRight', 'past orders'],
    ['past orders', 'ArrowRight', 'fills'],
    ['fills', 'ArrowRight', 'open'],
    ['open', 'ArrowLeft', 'fills'],
    ['fills', 'ArrowLeft', 'past orders'],
    ['past orders', 'Home', 'open'],
    ['open', 'End', 'fills'],
  ])('move from %s by %s to %s', (from, key, expected) => {
    const { onChange } = show({ defaultValue: from })
    stops()[0]?.focus()
    expect(pressKey(key)).toBe(false)
    expect(onChange.mock.calls).toEqual([[expected]])
    expect((document.activeElement as HTMLElement).dataset['key']).toBe(expected)
    expect(stops()).toEqual([document.activeElement])
  })

  it.each([
    ['ArrowLeft', 'past orders'],
    ['ArrowRight', 'fills'],
  ])('move right to left by %s to %s', (key, expected) => {
    const { onChange } = show({}, 'rtl')
    stops()[0]?.focus()
    pressKey(key)
    expect(onChange.mock.calls).toEqual([[expected]])
  })

  it.each(['ArrowDown', 'ArrowUp', 'a', 'Tab'])('leave %s to the page', (key) => {
    const { onChange } = show()
    stops()[0]?.focus()
    expect(pressKey(key)).toBe(true)
    expect(onChange).not.toHaveBeenCalled()
    expect(focusedText()).toBe('Open2')
  })

  it('belong to the list, not to its panel', () => {
    const { onChange } = show()
    named('button', 'open 0').focus()
    expect(pressKey('ArrowRight')).toBe(true)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('do nothing without an enabled tab', () => {
    const { onChange } = show({ items: items.map((item) => ({ ...item, disabled: true })) })
    const [tab] = tabs()
    if (tab) fireEvent.keyDown(tab, { key: 'End' })
    expect(onChange).not.toHaveBeenCalled()
    expect(stops()).toEqual([])
  })
})
