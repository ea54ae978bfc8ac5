import { normaliseAmount } from '@x/decimal'
import { createStore } from '@x/kit'
import { useStore } from '@x/kit/react'
import { StrictMode, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, settled, stage } from '../testing/support/stage.tsx'
import { AmountField, type AmountFieldProps } from './AmountField.tsx'

afterEach(clearStage)

let values: string[] = []

function Field({
  initial = '',
  ...rest
}: Partial<AmountFieldProps> & { readonly initial?: string }) {
  const [value, setValue] = useState(initial)
  const change = (next: string) => {
    values.push(next)
    setValue(next)
  }
  return <AmountField label="Amount" decimals={4} {...rest} value={value} onChange={change} />
}

function show(props: Partial<AmountFieldProps> & { readonly initial?: string } = {}) {
  values = []
  stage(<Field {...props} />)
  return page.getByRole('textbox', { name: 'Amount' })
}

const input = () => document.querySelector('input') as HTMLInputElement
const caret = () => input().selectionStart

async function caretAt(position: number) {
  input().focus()
  input().setSelectionRange(position, position)
  await settled()
}

function paste(text: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  input().dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
}

describe('typing', () => {
  it('keeps digits and the first dot (U17.7)', async () => {
    const field = show()
    await userEvent.click(field)
    await userEvent.keyboard('a1b2.3.4567')
    await expect.element(field).toHaveValue('12.3456')
  })

  it('keeps the caret behind a digit typed in the middle (U17.8)', async () => {
    show({ initial: '1234.5678' })
    await expect.poll(() => input()).toBeTruthy()
    await caretAt(2)
    await userEvent.keyboard('9')
    await expect.poll(() => input().value).toBe('12934.5678')
    expect(caret()).toBe(3)
    await userEvent.keyboard('x')
    await settled()
    expect(input().value).toBe('12934.5678')
    expect(caret()).toBe(3)
  })

  it('keeps the caret when it refuses a second dot (U17.9)', async () => {
    show({ initial: '12.34' })
    await expect.poll(() => input()).toBeTruthy()
    await caretAt(1)
    await userEvent.keyboard('.')
    // The first dot stays; the one just typed moves the decimals, and the caret is behind it.
    await expect.poll(() => input().value).toBe('1.234')
    expect(caret()).toBe(2)
  })

  it('merges leading zeros while typing and removes them on blur (U17.10)', async () => {
    const field = show()
    await userEvent.click(field)
    await userEvent.keyboard('007')
    await expect.element(field).toHaveValue('07')
    await userEvent.tab()
    await expect.element(field).toHaveValue('7')
  })

  it('applies the comma rule of the language before the amount rule (locale Numbers)', async () => {
    const field = show({ readTyped: (text) => text.replaceAll(',', '.') })
    await userEvent.click(field)
    await userEvent.keyboard('1,5')
    await expect.element(field).toHaveValue('1.5')
  })
})

describe('typing unreadable text', () => {
  const comma = {
    readTyped: (text: string) => (text.includes(',') ? { refused: 'No comma here.' } : text),
  }

  it('keeps the typed text, shows the reason and has no amount (locale Numbers)', async () => {
    const field = show(comma)
    await userEvent.click(field)
    await userEvent.keyboard('1,5')
    await expect.element(field).toHaveValue('1,5')
    await expect.element(page.getByRole('alert')).toHaveTextContent('No comma here.')
    expect(values).toEqual(['1', ''])
    await userEvent.tab()
    await expect.element(field).toHaveValue('1,5')
    expect(input().getAttribute('aria-invalid')).toBe('true')
  })

  it('accepts the whole text again once it is readable', async () => {
    const field = show(comma)
    await userEvent.click(field)
    await userEvent.keyboard('1,5{ArrowLeft}{Backspace}.')
    await expect.element(field).toHaveValue('1.5')
    expect(values.at(-1)).toBe('1.5')
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('joins a paste with the text and ignores arrow keys', async () => {
    const field = show({ ...comma, step: '1' })
    await userEvent.click(field)
    await userEvent.keyboard('1,{ArrowUp}')
    await expect.element(field).toHaveValue('1,')
    paste('5')
    await expect.element(field).toHaveValue('1,5')
    expect(values.at(-1)).toBe('')
  })

  it('is replaced by a new value', async () => {
    function Picked() {
      const [value, setValue] = useState('')
      return (
        <>
          <AmountField label="Amount" decimals={4} {...comma} value={value} onChange={setValue} />
          <button onClick={() => setValue('9')}>Pick</button>
        </>
      )
    }
    stage(<Picked />)
    await userEvent.click(page.getByRole('textbox'))
    await userEvent.keyboard('1,5')
    await userEvent.click(page.getByRole('button', { name: 'Pick' }))
    await expect.element(page.getByRole('textbox')).toHaveValue('9')
    expect(document.querySelector('[role=alert]')).toBeNull()
  })
})

describe('pasting', () => {
  it('applies the typing rules and moves the caret behind the paste (U17.11)', async () => {
    show({ initial: '95' })
    await expect.poll(() => input()).toBeTruthy()
    await caretAt(1)
    paste(' 1a2 ')
    await expect.poll(() => input().value).toBe('9125')
    expect(caret()).toBe(3)
  })

  it('replaces the selection', async () => {
    show({ initial: '1234' })
    await expect.poll(() => input()).toBeTruthy()
    input().focus()
    input().setSelectionRange(0, 3)
    paste('7.5')
    await expect.poll(() => input().value).toBe('7.54')
  })

  it('refuses ambiguous text until the next edit (locale Numbers)', async () => {
    const field = show({
      initial: '5',
      readPasted: (text) => (text === '1,234' ? { refused: 'Two readings.' } : { text }),
    })
    await expect.poll(() => input()).toBeTruthy()
    await caretAt(1)
    paste('1,234')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Two readings.')
    await expect.element(field).toHaveValue('5')
    expect(input().getAttribute('aria-invalid')).toBe('true')
    await userEvent.keyboard('6')
    await expect.element(field).toHaveValue('56')
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('parses dropped, dictated and clipboard text like a paste (locale Numbers)', async () => {
    const field = show({
      initial: '5',
      readPasted: (text) =>
        text === '1.234' ? { refused: 'Two readings.' } : { text: text.replace(',', '.') },
    })
    await expect.poll(() => input()).toBeTruthy()
    input().select()
    document.execCommand('insertText', false, '1.234')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Two readings.')
    await expect.element(field).toHaveValue('5')
    input().select()
    document.execCommand('insertText', false, '7,25')
    await expect.element(field).toHaveValue('7.25')
  })

  it('keeps zeros pasted behind a digit and parses signs in context (U17.5)', async () => {
    const field = show({
      initial: '1',
      readPasted: (text) =>
        text === '1,234'
          ? { refused: 'Two readings.' }
          : { text: normaliseAmount(text, { decimals: 2 }).replace(/^0+(?=\d)/, '') },
    })
    await expect.poll(() => input()).toBeTruthy()
    await caretAt(1)
    paste('000')
    await expect.element(field).toHaveValue('1000')
    await caretAt(1)
    input().setSelectionRange(1, 4)
    paste(',234')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Two readings.')
    await expect.element(field).toHaveValue('1000')
  })

  it('ignores a paste into a disabled or read-only field', async () => {
    show({ initial: '5', readOnly: true })
    await expect.poll(() => input()).toBeTruthy()
    paste('9')
    await settled()
    expect(values).toEqual([])
  })
})

it('does not restore a refused text after a new value (U17.13)', async () => {
  const amount = createStore('')
  function Form() {
    return (
      <AmountField
        label="Amount"
        decimals={2}
        value={useStore(amount)}
        onChange={amount.setState}
        readTyped={(text) => (text.includes(',') ? { refused: 'No comma here.' } : text)}
      />
    )
  }
  stage(<Form />)
  const field = page.getByRole('textbox', { name: 'Amount' })
  await userEvent.click(field)
  await userEvent.keyboard('1,5')
  await expect.element(field).toHaveValue('1,5')
  amount.setState('7')
  await expect.element(field).toHaveValue('7')
  amount.setState('')
  await expect.element(field).toHaveValue('')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

it('reports a refusal once and once that it ended (U17.14)', async () => {
  const amount = createStore('')
  const reported: unknown[] = []
  function Form() {
    return (
      <AmountField
        label="Amount"
        decimals={2}
        value={useStore(amount)}
        onChange={amount.setState}
        onRefuse={(message) => reported.push(message)}
        readTyped={(text) => (text.includes(',') ? { refused: 'No comma here.' } : text)}
      />
    )
  }
  stage(
    <StrictMode>
      <Form />
    </StrictMode>,
  )
  const field = page.getByRole('textbox', { name: 'Amount' })
  await userEvent.click(field)
  await userEvent.keyboard('1,5')
  await expect.element(field).toHaveValue('1,5')
  expect(reported).toEqual(['No comma here.'])
  amount.setState('7')
  await expect.element(field).toHaveValue('7')
  expect(reported).toEqual(['No comma here.', undefined])
  await userEvent.keyboard(',{Backspace}')
  await expect.element(field).toHaveValue('7')
  expect(reported).toEqual(['No comma here.', undefined, 'No comma here.', undefined])
})

it('leaves a composition unchanged until it ends (U17.12)', async () => {
  show()
  await expect.poll(() => input()).toBeTruthy()
  input().focus()
  const write = (text: string, isComposing: boolean) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text)
    input().dispatchEvent(new InputEvent('input', { bubbles: true, isComposing }))
  }
  input().dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  write('１２。', true)
  await settled()
  expect(input().value).toBe('１２。')
  expect(values).toEqual([])
  write('１２。５', true)
  input().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
  await expect.poll(() => input().value).toBe('12.5')
  expect(values).toEqual(['12.5'])
})

describe('stepping', () => {
  it('steps exactly by arrow keys and buttons', async () => {
    const field = show({ initial: '0.1', step: '0.2', stepper: true })
    await userEvent.click(field)
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(field).toHaveValue('0.3')
    await userEvent.click(page.getByRole('button', { name: 'Decrease' }))
    await expect.element(field).toHaveValue('0.1')
  })

  it('moves the caret by arrow keys without a step', async () => {
    const field = show({ initial: '12' })
    await userEvent.click(field)
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(field).toHaveValue('12')
  })
})

it('links label, help and error to the input', async () => {
  const field = show({ help: 'At least 5', error: undefined, unit: 'USDT' })
  await expect.element(field).toHaveAccessibleDescription('At least 5')
  stage(<Field help="At least 5" error="Enter at least 5" />)
  await expect
    .element(page.getByRole('textbox', { name: 'Amount' }))
    .toHaveAccessibleDescription('Enter at least 5')
})

describe('an unfocused amount', () => {
  const grouped = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  it('parses a text that a program writes as a whole (locale Numbers)', async () => {
    const field = show({
      initial: '1234',
      formatIdle: grouped,
      readPasted: (text) => (text === '1.234' ? { refused: 'Two readings.' } : { text }),
    })
    await expect.element(field).toHaveValue('1,234')
    const write = (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text)
      input().dispatchEvent(new Event('input', { bubbles: true }))
    }
    write('1.234')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Two readings.')
    await expect.element(field).toHaveValue('1,234')
    expect(values).toEqual([])
    write('1.25')
    await expect.poll(() => values.at(-1)).toBe('1.25')
  })
  it('shows group separators, and selects the plain text on focus', async () => {
    const field = show({ initial: '61000', formatIdle: grouped })
    await expect.element(field).toHaveValue('61,000')
    await userEvent.tab()
    await expect.element(field).toHaveValue('61000')
    await userEvent.keyboard('62500')
    await expect.element(field).toHaveValue('62500')
    await userEvent.tab()
    await expect.element(field).toHaveValue('62,500')
  })
})

describe('a text that the amount rule would change', () => {
  const alert = () => page.getByRole('alert')
  const correction = (amount: string) => page.getByRole('button', { name: `Write ${amount}` })
  const comma = {
    readTyped: (text: string) =>
      /^\d*,\d*$/.test(text) ? text.replace(/^,/, '0,').replace(',', '.') : text,
  }

  it('stays visible without an amount and with a suggestion (U17.15)', async () => {
    const field = show()
    await userEvent.click(field)
    await userEvent.keyboard('.01')
    await expect.element(field).toHaveValue('01')
    await expect
      .element(alert())
      .toHaveTextContent('Put a digit before the decimal point. Write 0.01')
    expect(input().getAttribute('aria-invalid')).toBe('true')
    expect(values.every((value) => value === '')).toBe(true)
    await expect
      .element(field)
      .toHaveAccessibleDescription('Put a digit before the decimal point. Write 0.01')
    await userEvent.tab()
    await expect.element(correction('0.01')).toHaveFocus()
    await expect.element(field).toHaveValue('01')
  })

  it('applies the correction by keyboard and keeps the caret at its end (U17.20)', async () => {
    const field = show()
    await userEvent.click(field)
    await userEvent.keyboard('.01')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue('0.01')
    await expect.element(field).toHaveFocus()
    expect(values.at(-1)).toBe('0.01')
    expect(document.querySelector('[role=alert]')).toBeNull()
    await userEvent.keyboard('5')
    await expect.element(field).toHaveValue('0.015')
  })

  it('is forgotten when typed over, but not after a leading zero (U17.18)', async () => {
    const field = show()
    await userEvent.click(field)
    await userEvent.keyboard('.01{Home}0')
    await expect.element(field).toHaveValue('01')
    await expect.element(alert()).toBeVisible()
    await userEvent.keyboard('.')
    await expect.element(field).toHaveValue('0.1')
    expect(values.every((value) => value === '')).toBe(true)
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}0.01')
    await expect.element(field).toHaveValue('0.01')
    expect(values.at(-1)).toBe('0.01')
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('is removed by Delete or blur if it is a lone dot (U17.18)', async () => {
    const field = show()
    await userEvent.click(field)
    await userEvent.keyboard('.')
    await expect.element(alert()).toBeVisible()
    await userEvent.keyboard('{Backspace}')
    await expect.poll(() => document.querySelector('[role=alert]')).toBeNull()
    await userEvent.keyboard('.')
    await expect.element(alert()).toBeVisible()
    await userEvent.tab()
    await userEvent.tab()
    await expect.poll(() => document.querySelector('[role=alert]')).toBeNull()
    await userEvent.click(field)
    await userEvent.keyboard('5')
    expect(values.at(-1)).toBe('5')
  })

  it.each([
    ['-1', '1', 'The value cannot be negative.'],
    ['1e5', '15', 'Write the number out in digits.'],
    ['12a', '12', 'Write the number out in digits. Write 12'],
    ['1.23456', '1.2345', 'Decimal places: at most 4. Write 1.2345'],
  ])(
    'refuses %s, typed, dictated, set by a program or composed (U17.15)',
    async (text, left, message) => {
      const outcome = async () => {
        await expect.element(alert()).toHaveTextContent(message)
        await expect.element(page.getByRole('textbox')).toHaveValue(left)
        expect(values.at(-1) ?? '').toBe('')
      }
      const write = (written: string, init: InputEventInit) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
          input(),
          written,
        )
        input().dispatchEvent(new InputEvent('input', { bubbles: true, ...init }))
      }
      show()
      await userEvent.click(page.getByRole('textbox'))
      await userEvent.keyboard(text)
      await outcome()
      show()
      await userEvent.click(page.getByRole('textbox'))
      document.execCommand('insertText', false, text)
      await outcome()
      show()
      write(text, {})
      await outcome()
      show()
      await userEvent.click(page.getByRole('textbox'))
      input().dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
      write(text, { isComposing: true })
      input().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
      await outcome()
    },
  )

  it('refuses a paste that would lose a minus or decimals (U17.17)', async () => {
    const reads = (text: string) => ({ text: normaliseAmount(text, { decimals: 4 }) })
    const field = show({ readPasted: reads })
    await userEvent.click(field)
    paste('-5 USDT')
    await expect.element(alert()).toHaveTextContent('The value cannot be negative.')
    await expect.element(field).toHaveValue('5')
    input().select()
    paste('1.23456 USDT')
    await expect.element(alert()).toHaveTextContent('Decimal places: at most 4. Write 1.2345')
    input().select()
    paste('1.5 USDT')
    await expect.element(field).toHaveValue('1.5')
    expect(values).toEqual(['1.5'])
  })

  it('keeps the caret behind a comma read as 0. (U17.21)', async () => {
    const field = show(comma)
    await userEvent.click(field)
    await userEvent.keyboard(',25')
    await expect.element(field).toHaveValue('0.25')
    expect(values.at(-1)).toBe('0.25')
  })

  it('ends with a new value and reports both once (U17.22)', async () => {
    const amount = createStore('')
    const reports: unknown[] = []
    const report: NonNullable<AmountFieldProps['onRefuse']> = (message, alteration) =>
      reports.push([message, alteration?.kind])
    function Form() {
      return (
        <AmountField
          label="Amount"
          decimals={4}
          value={useStore(amount)}
          onChange={amount.setState}
          onRefuse={report}
        />
      )
    }
    stage(
      <StrictMode>
        <Form />
      </StrictMode>,
    )
    await userEvent.click(page.getByRole('textbox'))
    await userEvent.keyboard('-1')
    await expect.element(alert()).toBeVisible()
    amount.setState('7')
    await expect.element(page.getByRole('textbox')).toHaveValue('7')
    expect(reports).toEqual([
      ['The value cannot be negative.', 'negative'],
      [undefined, undefined],
    ])
    await userEvent.keyboard('{End}e')
    await expect.poll(() => reports.length).toBe(3)
    clearStage()
    await expect.poll(() => reports.at(-1)).toEqual([undefined, undefined])
  })
})

describe('in a form', () => {
  const grouped = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  const data = () =>
    Object.fromEntries(new FormData(document.querySelector('form') as HTMLFormElement))

  it('submits the plain amount, not the formatted one (U17.23)', async () => {
    stage(
      <form>
        <Field name="amount" initial="1234.50" formatIdle={grouped} />
      </form>,
    )
    await expect.element(page.getByRole('textbox')).toHaveValue('1,234.50')
    expect(data()).toEqual({ amount: '1234.50' })
    await userEvent.click(page.getByRole('textbox'))
    await userEvent.keyboard('.5')
    await expect.element(page.getByRole('textbox')).toHaveValue('5')
    expect(data()).toEqual({ amount: '' })
  })

  it('keeps an uncontrolled value until the form is reset (U17.24)', async () => {
    stage(
      <form>
        <AmountField label="Amount" decimals={4} name="amount" defaultValue="1.5" />
        <button type="reset">Reset</button>
      </form>,
    )
    await userEvent.click(page.getByRole('textbox'))
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}2.5')
    expect(data()).toEqual({ amount: '2.5' })
    await userEvent.keyboard('e')
    expect(data()).toEqual({ amount: '' })
    await userEvent.click(page.getByRole('button', { name: 'Reset' }))
    await expect.element(page.getByRole('textbox')).toHaveValue('1.5')
    expect(data()).toEqual({ amount: '1.5' })
  })
})
