import { act, createRef, type ReactNode } from 'react'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CheckboxGroup, type CheckboxGroupProps } from '../checkbox-group/CheckboxGroup.tsx'
import { DatePicker } from '../date-picker/DatePicker.tsx'
import { RadioGroup, type RadioGroupProps } from '../radio-group/RadioGroup.tsx'
import { SegmentedControl } from '../segmented-control/SegmentedControl.tsx'
import { Select } from '../select/Select.tsx'
import { formEntries, named, pressNamed, renderWidget } from '../testing/support/renderWidget.tsx'
import { TextArea } from '../text-field/TextArea.tsx'
import { TextField } from '../text-field/TextField.tsx'
import { Checkbox, Switch } from '../toggle/Toggle.tsx'

const options = [
  { value: 'btc', label: 'Bitcoin' },
  { value: 'eth', label: 'Ether' },
  { value: 'xrp', label: 'Ripple', disabled: true },
  { value: 'sol', label: 'Solana' },
]

const isChecked = (role: string, name: string) => (named(role, name) as HTMLInputElement).checked
const checkedNames = (role: string) =>
  screen
    .getAllByRole<HTMLInputElement>(role)
    .filter(({ checked }) => checked)
    .map(({ value }) => value)
const description = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
const form = () => {
  const found = document.querySelector('form')
  if (!found) throw new Error('No form')
  return found
}

afterEach(cleanup)

describe('message of a field', () => {
  type Draw = (props: { label: string; help: string; error: ReactNode }) => ReactNode
  const fields: Readonly<Record<string, { readonly role: string; readonly draw: Draw }>> = {
    TextField: { role: 'textbox', draw: (props) => <TextField {...props} /> },
    TextArea: { role: 'textbox', draw: (props) => <TextArea {...props} /> },
    Select: { role: 'combobox', draw: (props) => <Select {...props} options={options} /> },
    DatePicker: { role: 'textbox', draw: (props) => <DatePicker {...props} /> },
    RadioGroup: {
      role: 'radiogroup',
      draw: (props) => <RadioGroup {...props} options={options} />,
    },
    CheckboxGroup: {
      role: 'group',
      draw: (props) => <CheckboxGroup {...props} options={options} />,
    },
  }
  /** Draws a field and returns its control. */
  function draw(field: string, error: ReactNode): HTMLElement {
    const { role = '', draw: render } = fields[field] ?? {}
    renderWidget(render?.({ label: 'F', help: 'Help', error }))
    return named(role, 'F')
  }

  // `error={isLeft && 'Missing'}` gives `false`, and form libraries give an empty text.
  it.each(
    Object.keys(fields).flatMap((field) =>
      [undefined, false, '', null].map((error) => ({ field, error })),
    ),
  )('is the help of a $field with the error $error', ({ field, error }) => {
    const control = draw(field, error)
    expect(description(control)).toContain('Help')
    expect(control.getAttribute('aria-invalid')).not.toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each(Object.keys(fields))('is the error instead of the help of a %s', (field) => {
    expect(description(draw(field, 'Missing'))).toContain('Missing')
    expect(screen.getByRole('alert').textContent).toBe('Missing')
    expect(document.body.textContent).not.toContain('Help')
  })

  it('is added to what the caller names, and absent without any', () => {
    renderWidget(
      <>
        <p id="more">More</p>
        <TextField label="Name" help="Help" aria-describedby="more" />
        <TextField label="Note" />
      </>,
    )
    expect(description(named('textbox', 'Name'))).toBe('More Help')
    expect(named('textbox', 'Note').hasAttribute('aria-describedby')).toBe(false)
  })
})

describe('one of a few choices', () => {
  const show = (props: Partial<RadioGroupProps> = {}) => {
    const onChange = vi.fn<(key: string) => void>()
    const group = (next: Partial<RadioGroupProps>) => (
      <form>
        <RadioGroup
          label="Coin"
          name="coin"
          options={options}
          onChange={onChange}
          {...props}
          {...next}
        />
      </form>
    )
    const render = renderWidget(group({}))
    return { onChange, render: (next: Partial<RadioGroupProps>) => render(group(next)) }
  }

  it('is none at first, and then always one', () => {
    const { onChange } = show()
    expect(formEntries()).toEqual([])
    pressNamed('radio', 'Ether')
    pressNamed('radio', 'Ether')
    pressNamed('radio', 'Solana')
    expect(onChange.mock.calls).toEqual([['eth'], ['sol']])
    expect(formEntries()).toEqual(['coin=sol'])
  })

  it('stays with its owner when controlled', () => {
    const { onChange, render } = show({ value: 'btc' })
    pressNamed('radio', 'Ether')
    expect(onChange.mock.calls).toEqual([['eth']])
    expect(checkedNames('radio')).toEqual(['btc'])
    render({ value: null })
    expect(checkedNames('radio')).toEqual([])
  })

  it('cannot be a disabled one', () => {
    const { onChange } = show()
    pressNamed('radio', 'Ripple')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('does not change while read-only, but is submitted', () => {
    const { onChange } = show({ readOnly: true, defaultValue: 'btc' })
    pressNamed('radio', 'Ether')
    expect(onChange).not.toHaveBeenCalled()
    expect(formEntries()).toEqual(['coin=btc'])
    expect(named('radiogroup', 'Coin').getAttribute('aria-readonly')).toBe('true')
  })

  it('is not submitted while disabled', () => {
    show({ disabled: true, defaultValue: 'btc' })
    expect(formEntries()).toEqual([])
  })

  it('returns to its default on a reset of the form', () => {
    show({ defaultValue: 'btc' })
    pressNamed('radio', 'Ether')
    act(() => form().reset())
    expect(checkedNames('radio')).toEqual(['btc'])
  })

  it.each([
    ['the first enabled choice without one', null, 'btc'],
    ['the chosen choice', 'sol', 'sol'],
    ['the first enabled choice for a disabled one', 'xrp', 'btc'],
    ['the first enabled choice for an unknown one', 'doge', 'btc'],
  ])('gives the ref %s', (_, value, expected) => {
    const ref = createRef<HTMLInputElement>()
    show({ ref, value })
    expect(ref.current?.value).toBe(expected)
  })

  it('is required as a group', () => {
    show({ required: true })
    expect(named('radiogroup', 'Coin').getAttribute('aria-required')).toBe('true')
    expect(form().checkValidity()).toBe(false)
  })

  it('keeps two groups without a name apart', () => {
    renderWidget(
      <>
        <RadioGroup label="One" options={options} defaultValue="btc" />
        <RadioGroup label="Two" options={options} defaultValue="btc" />
      </>,
    )
    const [first, second] = screen.getAllByRole<HTMLInputElement>('radio', { name: 'Ether' })
    expect(first?.name).not.toBe(second?.name)
    if (second) fireEvent.click(second)
    expect(checkedNames('radio')).toEqual(['btc', 'eth'])
  })
})

describe('segments', () => {
  const segments = [
    { value: 'buy', label: 'Buy', tone: 'up' },
    { value: 'sell', label: 'Sell', tone: 'down' },
    { value: 'short', label: 'Short', disabled: true },
  ] as const

  it('start at the first segment and report another once', () => {
    const onChange = vi.fn()
    renderWidget(<SegmentedControl aria-label="Side" segments={segments} onChange={onChange} />)
    expect(checkedNames('radio')).toEqual(['buy'])
    pressNamed('radio', 'Buy')
    pressNamed('radio', 'Sell')
    pressNamed('radio', 'Short')
    expect(onChange.mock.calls).toEqual([['sell']])
  })

  it('stay with their owner when controlled, and when read-only', () => {
    const onChange = vi.fn()
    const control = (readOnly: boolean) => (
      <SegmentedControl
        aria-label="Side"
        segments={segments}
        value="sell"
        readOnly={readOnly}
        onChange={onChange}
      />
    )
    const render = renderWidget(control(false))
    pressNamed('radio', 'Buy')
    expect(onChange.mock.calls).toEqual([['buy']])
    expect(checkedNames('radio')).toEqual(['sell'])
    render(control(true))
    pressNamed('radio', 'Buy')
    expect(onChange).toHaveBeenCalledOnce()
  })
})

describe('limits of a checkbox group', () => {
  const show = (props: Partial<CheckboxGroupProps> = {}) => {
    const onChange = vi.fn<(keys: readonly string[]) => void>()
    const onLimitViolation = vi.fn()
    const render = renderWidget(
      <form>
        <CheckboxGroup
          label="Coins"
          name="coins"
          options={options}
          onChange={onChange}
          onLimitViolation={onLimitViolation}
          {...props}
        />
      </form>,
    )
    return { onChange, onLimitViolation, render }
  }
  const blocked = () =>
    screen
      .getAllByRole('checkbox')
      .filter((box) => box.getAttribute('aria-disabled') === 'true')
      .map((box) => (box as HTMLInputElement).value)

  it('keep the order of the presses, and submit that of the boxes', () => {
    const { onChange } = show()
    pressNamed('checkbox', 'Solana')
    pressNamed('checkbox', 'Bitcoin')
    expect(onChange.mock.calls).toEqual([[['sol']], [['sol', 'btc']]])
    expect(formEntries()).toEqual(['coins=btc', 'coins=sol'])
  })

  it('block a press beyond the maximum and say why', () => {
    const { onChange, onLimitViolation } = show({ max: 2, defaultValue: ['btc', 'eth'] })
    expect(blocked()).toEqual(['xrp', 'sol'])
    pressNamed('checkbox', 'Solana')
    expect(onChange).not.toHaveBeenCalled()
    expect(isChecked('checkbox', 'Solana')).toBe(false)
    expect(onLimitViolation.mock.calls).toEqual([[{ reason: 'max', limit: 2, key: 'sol' }]])
    expect(screen.getByRole('status').textContent).toBe('Choose at most 2')
    pressNamed('checkbox', 'Ether')
    expect(screen.getByRole('status').textContent).toBe('')
    expect(blocked()).toEqual([])
  })

  it('block a press below the minimum and say why', () => {
    const { onChange, onLimitViolation } = show({ min: 1, defaultValue: ['btc'] })
    expect(blocked()).toEqual(['btc'])
    pressNamed('checkbox', 'Bitcoin')
    expect(onChange).not.toHaveBeenCalled()
    expect(onLimitViolation.mock.calls).toEqual([[{ reason: 'min', limit: 1, key: 'btc' }]])
    expect(screen.getByRole('status').textContent).toBe('Choose at least 1')
  })

  it('let a value outside of them change towards them', () => {
    const { onChange } = show({ max: 1, defaultValue: ['btc', 'eth', 'sol'] })
    pressNamed('checkbox', 'Ether')
    expect(onChange.mock.calls).toEqual([[['btc', 'sol']]])
  })

  it.each([
    [2, 1],
    [-1, 3],
    [0, 1.5],
    [Number.NaN, 3],
  ])('throw where no value meets them: %d to %d', (min, max) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(() => show({ min, max })).toThrow(RangeError)
    quiet.mockRestore()
  })

  it('forget their reason on a reset of the form', () => {
    show({ max: 1, defaultValue: ['btc'] })
    pressNamed('checkbox', 'Ether')
    act(() => form().reset())
    expect(screen.getByRole('status').textContent).toBe('')
    expect(checkedNames('checkbox')).toEqual(['btc'])
  })

  it('require one box of the group, not a certain one', () => {
    show({ required: true })
    expect(form().checkValidity()).toBe(false)
    pressNamed('checkbox', 'Solana')
    expect(form().checkValidity()).toBe(true)
  })

  it('change nothing while read-only', () => {
    const { onChange } = show({ readOnly: true, defaultValue: ['btc'] })
    pressNamed('checkbox', 'Bitcoin')
    pressNamed('checkbox', 'Ether')
    expect(onChange).not.toHaveBeenCalled()
    expect(formEntries()).toEqual(['coins=btc'])
  })
})

describe.each([
  ['checkbox', Checkbox],
  ['switch', Switch],
] as const)('%s', (role, Widget) => {
  it('reports its state, not an event', () => {
    const onChange = vi.fn()
    renderWidget(<Widget onChange={onChange}>Hide small balances</Widget>)
    pressNamed(role, 'Hide small balances')
    pressNamed(role, 'Hide small balances')
    expect(onChange.mock.calls).toEqual([[true], [false]])
  })

  it('is pressed by its label, and not while read-only', () => {
    const onChange = vi.fn()
    const toggle = (readOnly: boolean) => (
      <Widget readOnly={readOnly} onChange={onChange}>
        Sound
      </Widget>
    )
    const render = renderWidget(toggle(false))
    fireEvent.click(screen.getByText('Sound'))
    expect(onChange.mock.calls).toEqual([[true]])
    render(toggle(true))
    fireEvent.click(screen.getByText('Sound'))
    expect(onChange).toHaveBeenCalledOnce()
    expect(named(role, 'Sound').getAttribute('aria-readonly')).toBe('true')
  })

  it('stays with its owner when controlled', () => {
    const onChange = vi.fn()
    renderWidget(
      <Widget checked={false} onChange={onChange}>
        Sound
      </Widget>,
    )
    pressNamed(role, 'Sound')
    expect(onChange.mock.calls).toEqual([[true]])
    expect(isChecked(role, 'Sound')).toBe(false)
  })

  it('submits its value only while it is on', () => {
    renderWidget(
      <form>
        <Widget name="terms" value="2026-11">
          Terms
        </Widget>
      </form>,
    )
    expect(formEntries()).toEqual([])
    pressNamed(role, 'Terms')
    expect(formEntries()).toEqual(['terms=2026-11'])
    act(() => form().reset())
    expect(formEntries()).toEqual([])
  })
})

describe('checkbox of several items', () => {
  it('is mixed until a press', () => {
    const box = (indeterminate: boolean) => (
      <Checkbox indeterminate={indeterminate} aria-label="All" />
    )
    const render = renderWidget(box(true))
    expect((named('checkbox', 'All') as HTMLInputElement).indeterminate).toBe(true)
    render(box(false))
    expect((named('checkbox', 'All') as HTMLInputElement).indeterminate).toBe(false)
  })

  it('says that it is wrong', () => {
    renderWidget(<Checkbox invalid>Terms</Checkbox>)
    expect(named('checkbox', 'Terms').getAttribute('aria-invalid')).toBe('true')
  })
})
