import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { named, pressKey, pressNamed, renderWidget } from '../testing/support/renderWidget.tsx'
import { SearchBox, type SearchBoxProps } from './SearchBox.tsx'

function show(props: Partial<SearchBoxProps> = {}) {
  const onSearch = vi.fn<(text: string) => void>()
  const onChange = vi.fn<(text: string) => void>()
  const box = (next: Partial<SearchBoxProps>) => (
    <SearchBox onSearch={onSearch} onChange={onChange} {...props} {...next} />
  )
  const render = renderWidget(box({}))
  return { onSearch, onChange, render: (next: Partial<SearchBoxProps>) => render(box(next)) }
}

const input = () => screen.getByRole<HTMLInputElement>('searchbox')
const type = (text: string) => fireEvent.change(input(), { target: { value: text } })
function wait(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms))
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('search while typing (U10)', () => {
  it('waits 300 ms after the last key', () => {
    const { onSearch, onChange } = show()
    type('b')
    wait(299)
    type('bt')
    wait(299)
    expect(onSearch).not.toHaveBeenCalled()
    wait(1)
    expect(onSearch.mock.calls).toEqual([['bt']])
    expect(onChange.mock.calls).toEqual([['b'], ['bt']])
  })

  it('is trimmed, and none for the same text again', () => {
    const { onSearch } = show()
    type(' btc ')
    wait(300)
    type('btc')
    wait(300)
    expect(onSearch.mock.calls).toEqual([['btc']])
  })

  it('is at once on Enter, and not again after the wait', () => {
    const { onSearch } = show()
    type('btc')
    input().focus()
    pressKey('Enter')
    expect(onSearch.mock.calls).toEqual([['btc']])
    wait(300)
    expect(onSearch).toHaveBeenCalledOnce()
  })

  it('waits for the end of a composition', () => {
    const { onSearch } = show()
    input().focus()
    fireEvent.compositionStart(input())
    type('ビ')
    pressKey('Enter', { isComposing: true })
    wait(1000)
    expect(onSearch).not.toHaveBeenCalled()
    fireEvent.compositionEnd(input())
    wait(300)
    expect(onSearch.mock.calls).toEqual([['ビ']])
  })

  it('takes the wait of its caller', () => {
    const { onSearch } = show({ wait: 50 })
    type('b')
    wait(50)
    expect(onSearch.mock.calls).toEqual([['b']])
  })

  it('ends with the box', () => {
    const { onSearch } = show()
    type('btc')
    cleanup()
    wait(1000)
    expect(onSearch).not.toHaveBeenCalled()
  })

  it('is none for a text that the caller sets', () => {
    const { onSearch, render } = show({ value: '' })
    render({ value: 'eth' })
    wait(1000)
    expect(onSearch).not.toHaveBeenCalled()
  })

  it('takes the text as its caller changes it', () => {
    const { onSearch, onChange, render } = show({ value: '' })
    onChange.mockImplementation((text) => render({ value: text.toUpperCase() }))
    type('btc')
    wait(300)
    expect(input().value).toBe('BTC')
    expect(onSearch.mock.calls).toEqual([['BTC']])
  })
})

describe('clear a search', () => {
  it.each(['button', 'Escape'])('searches for nothing at once, by %s', (way) => {
    const { onSearch, onChange } = show({ defaultValue: 'btc' })
    input().focus()
    if (way === 'button') pressNamed('button', 'Clear')
    else expect(pressKey('Escape')).toBe(false)
    expect(onSearch.mock.calls).toEqual([['']])
    expect(onChange.mock.calls).toEqual([['']])
    expect(input().value).toBe('')
    expect(document.activeElement).toBe(input())
  })

  it('leaves Escape in an empty box to the popup around it', () => {
    show()
    input().focus()
    expect(pressKey('Escape')).toBe(true)
  })

  it.each([{ readOnly: true }, { disabled: true }])('is impossible with %j', (state) => {
    const { onSearch } = show({ defaultValue: 'btc', ...state })
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
    input().focus()
    pressKey('Escape')
    expect(input().value).toBe('btc')
    expect(onSearch).not.toHaveBeenCalled()
  })
})

describe('results of a search', () => {
  it('are announced once they are there', () => {
    const { render } = show({ defaultValue: 'btc', results: 3, busy: true })
    const [status] = screen.getAllByRole('status').slice(-1)
    expect(status?.textContent).toBe('')
    render({ busy: false })
    expect(status?.textContent).toContain('3')
    type('')
    expect(status?.textContent).toBe('')
  })

  it('are of a box with a name', () => {
    show()
    expect(named('searchbox', 'Search')).toBeTruthy()
    show({ 'aria-label': 'Find a pair' })
    expect(named('searchbox', 'Find a pair')).toBeTruthy()
    show({ label: 'Pair' })
    expect(named('searchbox', 'Pair').hasAttribute('aria-label')).toBe(false)
  })
})
