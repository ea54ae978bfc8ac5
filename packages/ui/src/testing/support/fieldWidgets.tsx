import type { ComponentType, Ref } from 'react'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AmountField } from '../../amount-field/AmountField.tsx'
import { Autocomplete } from '../../autocomplete/Autocomplete.tsx'
import { CheckboxGroup } from '../../checkbox-group/CheckboxGroup.tsx'
import { ColorField } from '../../color-field/ColorField.tsx'
import { DatePicker } from '../../date-picker/DatePicker.tsx'
import { DateRangePicker } from '../../date-range/DateRangePicker.tsx'
import { PickerWheel } from '../../picker-wheel/PickerWheel.tsx'
import { RadioGroup } from '../../radio-group/RadioGroup.tsx'
import { SearchBox } from '../../search-box/SearchBox.tsx'
import { SegmentedControl } from '../../segmented-control/SegmentedControl.tsx'
import { MultiSelect } from '../../select/MultiSelect.tsx'
import { Select } from '../../select/Select.tsx'
import { Slider } from '../../slider/Slider.tsx'
import { TextArea } from '../../text-field/TextArea.tsx'
import { TextField } from '../../text-field/TextField.tsx'
import { Checkbox, Switch } from '../../toggle/Toggle.tsx'
import type { FieldProps } from '../../field/FieldProps.ts'

/** What the tests pass to every widget. Each widget has further props of its own. */
export interface TestProps extends Omit<FieldProps<never>, 'ref' | 'value' | 'defaultValue'> {
  readonly ref?: Ref<HTMLElement>
  readonly value?: unknown
  readonly defaultValue?: unknown
  readonly checked?: unknown
  readonly defaultChecked?: unknown
}

/** A form widget with the values that the tests give it. */
export interface FieldWidget {
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
  /** Enters a text that is no value of the widget; absent if there is none. */
  readonly refused?: () => Promise<void>
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

/** Every form widget of the package by its name. */
export const fieldWidgets: Readonly<Record<string, FieldWidget>> = {
  TextField: {
    Widget: withProps(TextField, { label: 'Name' }),
    first: ['Ada', ['Ada']],
    next: ['Bob', ['Bob']],
    change: () => replace('Bob'),
    empty: ['', ['']],
  },
  TextArea: {
    Widget: withProps(TextArea, { label: 'Note' }),
    first: ['Ada', ['Ada']],
    next: ['Bob', ['Bob']],
    change: () => keys('{Control>}a{/Control}Bob'),
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
    refused: () => keys('{Control>}a{/Control}1e5'),
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
    refused: () => keys('{Control>}a{/Control}never{Tab}'),
    empty: ['', ['']],
  },
  DateRangePicker: {
    Widget: withProps(DateRangePicker, { label: 'Period', today: '2026-11-21' }),
    first: [wide, [wide.start, wide.end]],
    next: [{ ...wide, start: '2026-11-01' }, ['2026-11-01', wide.end]],
    change: () => keys('{Control>}a{/Control}2026-11-01{Tab}{Tab}{Tab}'),
    refused: () => keys('{Control>}a{/Control}never{Tab}'),
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
