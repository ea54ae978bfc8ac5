import type { ComponentType, Ref } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AmountField } from '../amount-field/AmountField.tsx'
import { Autocomplete } from '../autocomplete/Autocomplete.tsx'
import { CheckboxGroup } from '../checkbox-group/CheckboxGroup.tsx'
import { ColorField } from '../color-field/ColorField.tsx'
import { DatePicker } from '../date-picker/DatePicker.tsx'
import { DateRangePicker } from '../date-range/DateRangePicker.tsx'
import { PickerWheel } from '../picker-wheel/PickerWheel.tsx'
import { RadioGroup } from '../radio-group/RadioGroup.tsx'
import { SearchBox } from '../search-box/SearchBox.tsx'
import { SegmentedControl } from '../segmented-control/SegmentedControl.tsx'
import { MultiSelect } from '../select/MultiSelect.tsx'
import { Select } from '../select/Select.tsx'
import { Slider } from '../slider/Slider.tsx'
import { clearStage, settled, stage } from '../testing/support/stage.tsx'
import { TextField } from '../text-field/TextField.tsx'
import { Checkbox, Switch } from '../toggle/Toggle.tsx'
import type { FieldProps } from './FieldProps.ts'

/** What the tests pass to every widget. Each widget has further props of its own. */
interface TestProps extends Omit<FieldProps<never>, 'ref' | 'value' | 'defaultValue'> {
  readonly ref?: Ref<HTMLElement>
  readonly value?: unknown
  readonly defaultValue?: unknown
  readonly checked?: unknown
  readonly defaultChecked?: unknown
}

interface Widget {
  readonly Widget: ComponentType<TestProps>
  /** Prop of the value. Default `value`. */
  readonly prop?: 'checked'
  /** The first value, and what a form submits for it. */
  readonly first: readonly [unknown, readonly string[]]
  /** The value after `change`, and what a form submits for it. */
  readonly next: readonly [unknown, readonly string[]]
  /** Changes the value by the keys of the focused control. */
  readonly change: () => Promise<void>
  /** Value and entries without a value; absent if there is always one. */
  readonly empty?: readonly [unknown, readonly string[]]
  /** Whether ARIA attributes are those of a group, not of the focused control. Default false. */
  readonly isGroup?: boolean
}

const keys = (text: string) => userEvent.keyboard(text)
const replace = (text: string) => keys(`{Control>}a{/Control}${text}{Enter}`)
const options = [
  { value: 'btc', label: 'Bitcoin' },
  { value: 'eth', label: 'Ether' },
]
/** Opens the menu, moves to the second option and chooses it. */
async function chooseSecond() {
  await keys('{ArrowDown}')
  await expect.poll(() => document.querySelector('[role=listbox]')).not.toBeNull()
  await keys('{End}{Enter}')
}
const wide = { start: '2026-11-03', end: '2026-11-08' }

/** A widget with the props that only it needs. */
function withProps<Props extends object>(
  Component: ComponentType<Props>,
  own: Partial<Props>,
): ComponentType<TestProps> {
  // The tests pass each widget values of its own type.
  const Any = Component as unknown as ComponentType<object>
  return (props) => <Any {...own} {...props} />
}

const widgets: Readonly<Record<string, Widget>> = {
  TextField: {
    Widget: withProps(TextField, { label: 'Name' }),
    first: ['Ada', ['Ada']],
    next: ['Bob', ['Bob']],
    change: () => replace('Bob'),
    empty: ['', ['']],
  },
  AmountField: {
    Widget: withProps(AmountField, {
      label: 'Amount',
      decimals: 2,
      formatIdle: (value) => (value === '' ? value : Number(value).toLocaleString('en')),
    }),
    first: ['1234.5', ['1234.5']],
    next: ['98765.4', ['98765.4']],
    change: () => replace('98765.4'),
    empty: ['', ['']],
  },
  Checkbox: {
    Widget: withProps(Checkbox, { children: 'Agree', value: 'yes' }),
    prop: 'checked',
    first: [false, []],
    next: [true, ['yes']],
    change: () => keys(' '),
    empty: [false, []],
  },
  Switch: {
    Widget: withProps(Switch, { children: 'Sound', value: 'yes' }),
    prop: 'checked',
    first: [false, []],
    next: [true, ['yes']],
    change: () => keys(' '),
    empty: [false, []],
  },
  ColorField: {
    Widget: withProps(ColorField, { children: 'Colour' }),
    first: ['#112233', ['#112233']],
    next: ['#445566', ['#445566']],
    // The browser's picker cannot be reached by keys of a test.
    change: () => page.getByLabelText('Colour').fill('#445566'),
  },
  Select: {
    Widget: withProps(Select, { label: 'Coin', options }),
    first: ['btc', ['btc']],
    next: ['eth', ['eth']],
    change: chooseSecond,
    empty: [null, ['']],
  },
  MultiSelect: {
    Widget: withProps(MultiSelect, { label: 'Coins', options }),
    first: [['btc'], ['btc']],
    next: [
      ['btc', 'eth'],
      ['btc', 'eth'],
    ],
    change: async () => {
      await chooseSecond()
      await keys('{Escape}')
    },
    empty: [[], []],
  },
  Autocomplete: {
    Widget: withProps(Autocomplete, {
      label: 'Address',
      search: () => Promise.resolve([]),
      onSubmit: () => undefined,
    }),
    first: ['Ada', ['Ada']],
    next: ['Bob', ['Bob']],
    change: () => keys('{Control>}a{/Control}Bob{Escape}'),
    empty: ['', ['']],
  },
  SearchBox: {
    Widget: withProps(SearchBox, { label: 'Find', onSearch: () => undefined }),
    first: ['Ada', ['Ada']],
    next: ['Bob', ['Bob']],
    change: () => keys('{Control>}a{/Control}Bob'),
    empty: ['', ['']],
  },
  DatePicker: {
    Widget: withProps(DatePicker, { label: 'Day', today: '2026-11-21' }),
    first: ['2026-11-03', ['2026-11-03']],
    next: ['2026-11-08', ['2026-11-08']],
    change: () => keys('{Control>}a{/Control}2026-11-08{Tab}'),
    empty: ['', ['']],
  },
  DateRangePicker: {
    Widget: withProps(DateRangePicker, { label: 'Period', today: '2026-11-21' }),
    first: [wide, [wide.start, wide.end]],
    next: [{ ...wide, start: '2026-11-01' }, ['2026-11-01', wide.end]],
    change: () => keys('{Control>}a{/Control}2026-11-01{Tab}{Tab}{Tab}'),
    empty: [null, []],
    isGroup: true,
  },
  CheckboxGroup: {
    Widget: withProps(CheckboxGroup, { label: 'Coins', options }),
    first: [['eth'], ['eth']],
    // A form submits in the order of the boxes.
    next: [
      ['eth', 'btc'],
      ['btc', 'eth'],
    ],
    change: () => keys(' '),
    empty: [[], []],
    isGroup: true,
  },
  RadioGroup: {
    Widget: withProps(RadioGroup, { label: 'Coin', options }),
    first: ['btc', ['btc']],
    next: ['eth', ['eth']],
    change: () => keys('{ArrowDown}'),
    empty: [null, []],
    isGroup: true,
  },
  SegmentedControl: {
    Widget: withProps(SegmentedControl, { 'aria-label': 'Coin', segments: options }),
    first: ['btc', ['btc']],
    next: ['eth', ['eth']],
    change: () => keys('{ArrowRight}'),
    isGroup: true,
  },
  Slider: {
    Widget: withProps(Slider, { label: 'Leverage' }),
    first: [25, ['25']],
    next: [26, ['26']],
    change: () => keys('{ArrowRight}'),
  },
  PickerWheel: {
    Widget: withProps(PickerWheel, { label: 'Coin', rows: options }),
    first: ['btc', ['btc']],
    next: ['eth', ['eth']],
    change: () => keys('{ArrowDown}'),
  },
}

const rows = Object.entries(widgets).map(([name, widget]) => ({ name, ...widget }))
const withEmpty = rows.flatMap(({ empty, ...row }) => (empty ? [{ ...row, empty }] : []))

/** The controlled and the uncontrolled value of a widget as props. */
const valued = ({ prop }: Widget, value: unknown): TestProps =>
  prop ? { checked: value } : { value }
const startingAt = ({ prop }: Widget, value: unknown): TestProps =>
  prop ? { defaultChecked: value } : { defaultValue: value }

/** Renders a widget in a form, with a button before and after it. */
function show(row: Widget, props: TestProps) {
  const control: { current: HTMLElement | null } = { current: null }
  const sent = vi.fn()
  const { Widget } = row
  stage(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent()
      }}
    >
      <button type="button">Before</button>
      <Widget ref={control} name="field" {...props} />
      <button type="submit">Send</button>
      <button type="reset">Reset</button>
    </form>,
  )
  return { control: () => control.current as HTMLElement, sent }
}

const form = () => document.querySelector('form') as HTMLFormElement
const entries = () => new FormData(form()).getAll('field')
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

describe('field contract', () => {
  it.each(rows)('$name gives a ref to the control that takes the focus', (row) => {
    const { control } = show(row, {})
    control().focus()
    expect(document.activeElement).toBe(control())
  })

  it.each(rows)('$name takes the focus at first with autoFocus', (row) => {
    const { control } = show(row, { autoFocus: true })
    expect(document.activeElement).toBe(control())
  })

  it.each(rows)('$name reports focus and blur once each', async (row) => {
    const [onFocus, onBlur] = [vi.fn(), vi.fn()]
    const { control } = show(row, { onFocus, onBlur })
    control().focus()
    expect(onFocus).toHaveBeenCalledOnce()
    expect(onBlur).not.toHaveBeenCalled()
    await userEvent.click(button('Send'))
    expect(onFocus).toHaveBeenCalledOnce()
    expect(onBlur).toHaveBeenCalledOnce()
  })

  it.each(rows)('$name sets id, ARIA and data attributes on the control', (row) => {
    const { control } = show(row, {
      id: 'own-id',
      'aria-describedby': 'hint',
      'aria-keyshortcuts': 'Alt+A',
      'data-testid': 'own',
    })
    const element = document.querySelector('[data-testid=own]') as HTMLElement
    expect(element.contains(control())).toBe(true)
    expect(element === control()).toBe(row.isGroup !== true)
    expect(element.getAttribute('aria-describedby')?.split(' ')).toContain('hint')
    expect(element.getAttribute('aria-keyshortcuts')).toBe('Alt+A')
    expect(element.id === 'own-id' || control().id === 'own-id').toBe(true)
  })

  it.each(rows)('$name sets class and style on its outermost element', (row) => {
    show(row, { className: 'own-class', style: { marginBlockStart: 7 } })
    const element = form().children[1] as HTMLElement
    expect(element.classList.contains('own-class')).toBe(true)
    expect(element.style.marginBlockStart).toBe('7px')
  })

  it.each(rows)('$name submits its plain value without a value prop', async (row) => {
    const onChange = vi.fn()
    const { control } = show(row, {
      ...startingAt(row, row.first[0]),
      ...valued(row, undefined),
      onChange,
    })
    expect(entries()).toEqual(row.first[1])
    control().focus()
    await row.change()
    await expect.poll(entries).toEqual(row.next[1])
    expect(onChange).toHaveBeenLastCalledWith(row.next[0])
  })

  it.each(rows)('$name returns to its default when the form is reset', async (row) => {
    const { control } = show(row, startingAt(row, row.first[0]))
    const byScript = () => Promise.resolve(form().reset())
    for (const reset of [() => userEvent.click(button('Reset')), byScript]) {
      control().focus()
      await row.change()
      await expect.poll(entries).toEqual(row.next[1])
      await reset()
      await settled()
      expect(entries()).toEqual(row.first[1])
    }
  })

  it.each(rows)('$name keeps a controlled value, in a reset too', async (row) => {
    const onChange = vi.fn()
    const { control } = show(row, {
      ...valued(row, row.next[0]),
      ...startingAt(row, row.first[0]),
    })
    await userEvent.click(button('Reset'))
    await settled()
    expect(entries()).toEqual(row.next[1])
    const { control: other } = show(row, { ...valued(row, row.first[0]), onChange })
    expect(control).not.toBe(other)
    other().focus()
    await row.change()
    // Of a text the first letter is reported, and not kept.
    await expect.poll(() => onChange.mock.calls.length).toBeGreaterThan(0)
    await settled()
    expect(entries()).toEqual(row.first[1])
  })

  it.each(rows)('$name takes the focus but no change while read-only', async (row) => {
    const onChange = vi.fn()
    const { control } = show(row, {
      ...startingAt(row, row.first[0]),
      readOnly: true,
      onChange,
    })
    control().focus()
    expect(document.activeElement).toBe(control())
    await keys('{ArrowDown}{ArrowRight} {Home}x')
    await settled()
    expect(onChange).not.toHaveBeenCalled()
    expect(entries()).toEqual(row.first[1])
  })

  it.each(rows)('$name is not submitted while disabled', (row) => {
    show(row, { ...startingAt(row, row.next[0]), disabled: true })
    expect(entries()).toEqual([])
  })

  it.each(withEmpty)('$name stops an empty form while required', async (row) => {
    const { sent, control } = show(row, { ...startingAt(row, row.empty[0]), required: true })
    expect(entries()).toEqual(row.empty[1])
    await userEvent.click(button('Send'))
    expect(sent).not.toHaveBeenCalled()
    await expect.poll(() => document.activeElement).toBe(control())
    const { sent: sentFull } = show(row, { ...startingAt(row, row.next[0]), required: true })
    await userEvent.click(button('Send'))
    expect(sentFull).toHaveBeenCalledOnce()
  })
})
