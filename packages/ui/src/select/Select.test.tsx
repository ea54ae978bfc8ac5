import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  formEntries,
  named,
  pressKey,
  pressNamed,
  renderWidget,
} from '../testing/support/renderWidget.tsx'
import { MultiSelect, type MultiSelectProps } from './MultiSelect.tsx'
import { Select, type SelectProps } from './Select.tsx'
import type { SelectOption } from './selectReducer.ts'

const options: readonly SelectOption[] = [
  { value: 'btc', label: 'Bitcoin' },
  { value: 'bch', label: 'Bitcoin Cash' },
  { value: 'eth', label: 'Ether' },
  { value: 'xrp', label: 'Ripple', disabled: true },
  { value: 'sol', label: 'Solana' },
]

function show(props: Partial<SelectProps> = {}) {
  const onChange = vi.fn<(value: string | null) => void>()
  const select = (next: Partial<SelectProps>) => (
    <form>
      <Select label="Coin" name="coin" options={options} onChange={onChange} {...props} {...next} />
    </form>
  )
  const render = renderWidget(select({}))
  return { onChange, render: (next: Partial<SelectProps>) => render(select(next)) }
}

function showMany(props: Partial<MultiSelectProps> = {}) {
  const onChange = vi.fn<(value: readonly string[]) => void>()
  renderWidget(
    <form>
      <MultiSelect label="Coin" name="coin" options={options} onChange={onChange} {...props} />
    </form>,
  )
  return { onChange }
}

const input = () => screen.getByRole<HTMLInputElement>('combobox')
/** Waits for the menu, whose code is loaded on its first use. */
const menu = () => screen.findByRole('listbox', { name: 'Coin' })
async function open() {
  act(() => input().focus())
  fireEvent.click(input())
  return menu()
}
const isOpen = () => input().getAttribute('aria-expanded') === 'true'
const shown = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const highlighted = () =>
  document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.textContent
const choose = (name: string) => fireEvent.click(named('option', name))
const tags = () =>
  [...document.querySelectorAll('[data-x-part=tag]')].map(({ textContent }) => textContent)

afterEach(cleanup)

describe('one of many', () => {
  it('mounts its list only while it is open', async () => {
    show()
    expect(screen.queryByRole('listbox')).toBeNull()
    const list = await open()
    expect(input().getAttribute('aria-controls')).toBe(list.id)
    fireEvent.click(input())
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(isOpen()).toBe(false)
  })

  it('reports another option once and closes', async () => {
    const { onChange } = show({ defaultValue: 'btc' })
    await open()
    choose('Bitcoin')
    await open()
    choose('Ether')
    expect(onChange.mock.calls).toEqual([['eth']])
    expect(isOpen()).toBe(false)
    expect(input().value).toBe('Ether')
    expect(formEntries()).toEqual(['coin=eth'])
  })

  it('keeps the value of its owner', async () => {
    const { onChange, render } = show({ value: 'btc' })
    await open()
    choose('Ether')
    expect(onChange.mock.calls).toEqual([['eth']])
    expect(input().value).toBe('Bitcoin')
    render({ value: null })
    expect(input().value).toBe('')
    expect(formEntries()).toEqual(['coin='])
  })

  it('stays open when a disabled option is pressed', async () => {
    const { onChange } = show()
    await open()
    choose('Ripple')
    expect(onChange).not.toHaveBeenCalled()
    expect(isOpen()).toBe(true)
    expect(named('option', 'Ripple').getAttribute('aria-disabled')).toBe('true')
  })

  it('marks the chosen option and begins at it', async () => {
    show({ defaultValue: 'eth' })
    await open()
    expect(named('option', 'Ether').getAttribute('aria-selected')).toBe('true')
    await waitFor(() => expect(highlighted()).toBe('Ether'))
  })

  it.each([
    ['ArrowDown', 'Solana'],
    ['ArrowUp', 'Bitcoin Cash'],
    ['Home', 'Bitcoin'],
    ['End', 'Solana'],
  ])('moves from Ether by %s to %s', async (key, expected) => {
    show({ defaultValue: 'eth' })
    await open()
    expect(pressKey(key)).toBe(false)
    expect(highlighted()).toBe(expected)
  })

  it.each([
    ['sol', 'ArrowDown', 'Bitcoin'],
    ['btc', 'ArrowUp', 'Solana'],
  ])('wraps from %s by %s to %s', async (value, key, expected) => {
    show({ defaultValue: value })
    await open()
    pressKey(key)
    expect(highlighted()).toBe(expected)
  })

  it.each(['Enter', ' '])('chooses the highlighted option by %j', async (key) => {
    const { onChange } = show()
    await open()
    pressKey('End')
    expect(pressKey(key)).toBe(false)
    expect(onChange.mock.calls).toEqual([['sol']])
  })

  it('opens by an arrow and Space, leaves Enter to the form', async () => {
    show()
    act(() => input().focus())
    expect(pressKey('Enter')).toBe(true)
    expect(isOpen()).toBe(false)
    expect(pressKey('ArrowDown')).toBe(false)
    expect(isOpen()).toBe(true)
    await menu()
    pressKey('Tab')
    expect(isOpen()).toBe(false)
    pressKey(' ')
    expect(isOpen()).toBe(true)
    await menu()
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])(
    'leaves an arrow with %j alone',
    (modifiers) => {
      show()
      act(() => input().focus())
      expect(pressKey('ArrowDown', modifiers)).toBe(true)
      expect(isOpen()).toBe(false)
    },
  )

  it('finds an option by its letters, and another by the same one', async () => {
    show()
    act(() => input().focus())
    pressKey('b')
    await menu()
    expect(highlighted()).toBe('Bitcoin')
    pressKey('Tab')
    show({ defaultValue: 'btc' })
    await open()
    pressKey('b')
    expect(highlighted()).toBe('Bitcoin Cash')
  })

  it('closes without a choice when the focus leaves', async () => {
    const { onChange } = show()
    await open()
    pressKey('End')
    act(() => input().blur())
    expect(isOpen()).toBe(false)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('is cleared without opening', () => {
    const { onChange } = show({ defaultValue: 'btc', clearable: true })
    pressNamed('button', 'Clear')
    expect(onChange.mock.calls).toEqual([[null]])
    expect(isOpen()).toBe(false)
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  it.each([{ disabled: true }, { readOnly: true }])('does not open or clear with %j', (state) => {
    show({ defaultValue: 'btc', clearable: true, ...state })
    fireEvent.click(input())
    act(() => input().focus())
    pressKey('ArrowDown')
    expect(isOpen()).toBe(false)
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  it('shows no label for a value that is no option', () => {
    show({ defaultValue: 'doge' })
    expect(input().value).toBe('')
    expect(formEntries()).toEqual(['coin=doge'])
  })

  it('returns to its default on a reset of the form', async () => {
    show({ defaultValue: 'btc' })
    await open()
    choose('Ether')
    act(() => document.querySelector('form')?.reset())
    expect(input().value).toBe('Bitcoin')
    expect(formEntries()).toEqual(['coin=btc'])
  })
})

describe('filter of a select', () => {
  const type = (text: string) => fireEvent.change(input(), { target: { value: text } })

  it.each([
    ['bit', ['Bitcoin', 'Bitcoin Cash']],
    ['CASH', ['Bitcoin Cash']],
    [' sol ', ['Solana']],
    ['i', ['Bitcoin', 'Bitcoin Cash', 'Ripple']],
  ])('finds for %j: %j', async (query, expected) => {
    show({ filterable: true })
    await open()
    type(query)
    expect(shown()).toEqual(expected)
  })

  it('says that nothing matches', async () => {
    show({ filterable: true, empty: 'No such coin' })
    await open()
    type('doge')
    expect(screen.queryAllByRole('option')).toEqual([])
    expect(screen.getByText('No such coin')).toBeTruthy()
  })

  it('chooses the first match by Enter, and types a space', async () => {
    const { onChange } = show({ filterable: true })
    await open()
    type('bitcoin')
    expect(pressKey(' ')).toBe(true)
    type('bitcoin ')
    pressKey('Enter')
    expect(onChange.mock.calls).toEqual([['btc']])
  })

  it('leaves Home and End to the text once there is one', async () => {
    show({ filterable: true })
    await open()
    expect(pressKey('End')).toBe(false)
    expect(highlighted()).toBe('Solana')
    type('bit')
    expect(pressKey('End')).toBe(true)
    expect(highlighted()).toBe('Bitcoin')
  })

  it('shows the chosen label again when it closes', async () => {
    show({ filterable: true, defaultValue: 'btc' })
    await open()
    expect(input().value).toBe('')
    expect(input().placeholder).toBe('Bitcoin')
    type('sol')
    act(() => input().blur())
    expect(input().value).toBe('Bitcoin')
  })

  it('offers to create only what no option is called', async () => {
    const onCreate = vi.fn()
    const { onChange } = show({ filterable: true, onCreate })
    await open()
    type('Ether')
    expect(shown()).toEqual(['Ether'])
    type('ether')
    expect(screen.getAllByRole('option')).toHaveLength(2)
    pressKey('End')
    pressKey('ArrowDown')
    pressKey('Enter')
    expect(onCreate.mock.calls).toEqual([['ether']])
    expect(onChange).not.toHaveBeenCalled()
  })

  it('reports each query, and an empty one when it closes', async () => {
    const onQuery = vi.fn()
    show({ filterable: true, remote: true, onQuery })
    await open()
    type('do')
    expect(shown()).toHaveLength(5)
    act(() => input().blur())
    expect(
      onQuery.mock.calls
        .map(([text]) => text as string)
        .filter((text, at, all) => text !== all[at - 1]),
    ).toEqual(['', 'do', ''])
  })
})

describe('several of many', () => {
  it('stay in the order of choosing, and the list stays open', async () => {
    const { onChange } = showMany()
    await open()
    choose('Solana')
    choose('Bitcoin')
    expect(isOpen()).toBe(true)
    expect(onChange.mock.calls).toEqual([[['sol']], [['sol', 'btc']]])
    expect(tags()).toEqual(['Solana', 'Bitcoin'])
    expect(formEntries()).toEqual(['coin=sol', 'coin=btc'])
    choose('Solana')
    expect(tags()).toEqual(['Bitcoin'])
  })

  it('are at most the limit, which is announced', async () => {
    const { onChange } = showMany({ limit: 2, defaultValue: ['btc', 'eth'] })
    expect(document.body.textContent).toContain('Choose at most 2')
    await open()
    choose('Solana')
    expect(onChange).not.toHaveBeenCalled()
    expect(named('option', 'Solana').getAttribute('aria-disabled')).toBe('true')
    choose('Ether')
    expect(tags()).toEqual(['Bitcoin'])
    choose('Solana')
    expect(tags()).toEqual(['Bitcoin', 'Solana'])
  })

  it('are removed by their buttons, save disabled ones', () => {
    const { onChange } = showMany({ defaultValue: ['btc', 'xrp', 'sol'] })
    expect(screen.queryByRole('button', { name: 'Remove Ripple' })).toBeNull()
    pressNamed('button', 'Remove Bitcoin')
    expect(onChange.mock.calls).toEqual([[['xrp', 'sol']]])
  })

  it('are removed from the end by Backspace, save disabled ones', () => {
    const { onChange } = showMany({ defaultValue: ['btc', 'sol', 'xrp'] })
    act(() => input().focus())
    pressKey('Backspace')
    pressKey('Backspace')
    pressKey('Backspace')
    expect(onChange.mock.calls).toEqual([[['btc', 'xrp']], [['xrp']]])
    expect(tags()).toEqual(['Ripple'])
  })

  it('are cleared at once, save disabled ones', () => {
    const { onChange } = showMany({ defaultValue: ['btc', 'xrp', 'sol'], clearable: true })
    pressNamed('button', 'Clear')
    expect(onChange.mock.calls).toEqual([[['xrp']]])
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  it.each([{ disabled: true }, { readOnly: true }])('cannot be removed with %j', (state) => {
    const { onChange } = showMany({ defaultValue: ['btc'], clearable: true, ...state })
    expect(screen.queryByRole('button', { name: /Remove|Clear/ })).toBeNull()
    act(() => input().focus())
    pressKey('Backspace')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('are announced with their number', () => {
    showMany({ defaultValue: ['btc', 'doge'] })
    const [status] = screen.getAllByRole('status')
    expect(status?.textContent).toContain('2')
    expect(status?.textContent).toContain('Bitcoin, doge')
    expect(input().getAttribute('aria-describedby')).toContain(status?.id)
  })

  it('give the query back for the next choice', async () => {
    showMany({ filterable: true })
    await open()
    fireEvent.change(input(), { target: { value: 'sol' } })
    pressKey('Enter')
    expect(tags()).toEqual(['Solana'])
    expect(input().value).toBe('')
    expect(shown()).toHaveLength(5)
  })
})
