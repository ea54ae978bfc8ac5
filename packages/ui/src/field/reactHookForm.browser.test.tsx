import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useController, useForm, type Control } from 'react-hook-form'
import { AmountField } from '../amount-field/AmountField.tsx'
import { DatePicker } from '../date-picker/DatePicker.tsx'
import { RadioGroup } from '../radio-group/RadioGroup.tsx'
import { Select } from '../select/Select.tsx'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { Checkbox } from '../toggle/Toggle.tsx'

interface Order {
  readonly side: string | null
  readonly pair: string | null
  readonly amount: string
  readonly day: string
  readonly agreed: boolean
}

const empty: Order = { side: null, pair: null, amount: '', day: '', agreed: false }
const pairs = [
  { value: 'btc', label: 'BTC/USDT' },
  { value: 'eth', label: 'ETH/USDT' },
]
const sides = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
]

function OrderForm() {
  const form = useForm<Order>({ defaultValues: empty })
  const { errors, touchedFields } = form.formState
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(() => undefined)(event)}>
      <Fields control={form.control} />
      <button type="submit">Send</button>
      <button type="button" onClick={() => form.reset()}>
        Start again
      </button>
      <output aria-label="Wrong">{Object.keys(errors).join(' ')}</output>
      <output aria-label="Touched">{Object.keys(touchedFields).join(' ')}</output>
    </form>
  )
}

function Fields({ control }: { readonly control: Control<Order> }) {
  const rules = { required: 'Missing' }
  const side = useController({ control, name: 'side', rules })
  const pair = useController({ control, name: 'pair', rules })
  const amount = useController({ control, name: 'amount', rules })
  const day = useController({ control, name: 'day', rules })
  const agreed = useController({ control, name: 'agreed', rules })
  const { value: isAgreed, ...agreement } = agreed.field
  return (
    <>
      <RadioGroup label="Side" options={sides} {...side.field} />
      <Select label="Pair" options={pairs} {...pair.field} />
      <AmountField label="Amount" decimals={2} {...amount.field} />
      <DatePicker label="Day" today="2026-11-21" {...day.field} />
      <Checkbox {...agreement} checked={isAgreed}>
        I agree
      </Checkbox>
    </>
  )
}

const output = (name: string) => page.getByRole('status', { name })
const touched = () => document.querySelector('[aria-label=Touched]')?.textContent
const send = () => userEvent.click(page.getByRole('button', { name: 'Send' }))
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ??
  (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

describe('with react-hook-form', () => {
  it('focuses the first wrong field, widget by widget', async () => {
    stage(<OrderForm />)
    const steps: readonly (readonly [string, () => Promise<void>])[] = [
      ['Buy', () => userEvent.keyboard(' ')],
      [
        'Pair',
        async () => {
          await userEvent.keyboard('{ArrowDown}')
          await expect.poll(() => document.querySelector('[role=listbox]')).not.toBeNull()
          await userEvent.keyboard('{Enter}')
        },
      ],
      ['Amount', () => userEvent.keyboard('1.5')],
      ['Day', () => userEvent.keyboard('2026-11-20{Tab}')],
      ['I agree', () => userEvent.keyboard(' ')],
    ]
    for (const [name, fill] of steps) {
      await send()
      await expect.poll(focused).toBe(name)
      await fill()
    }
    await send()
    await expect.element(output('Wrong')).toHaveTextContent('')
  })

  it('marks each field as touched when the focus leaves it', async () => {
    stage(<OrderForm />)
    await userEvent.tab()
    await expect.poll(focused).toBe('Buy')
    await userEvent.tab()
    await expect.poll(touched).toBe('side')
    await userEvent.tab()
    await userEvent.tab()
    await expect.poll(touched).toBe('side pair amount')
    // From the date to its calendar button: still in the field.
    await userEvent.tab()
    await expect.poll(touched).toBe('side pair amount')
    await userEvent.tab()
    await userEvent.tab()
    await expect.poll(touched).toBe('side pair amount day agreed')
  })

  it('keeps a field untouched while its calendar has the focus', async () => {
    stage(<OrderForm />)
    await userEvent.click(page.getByRole('textbox', { name: 'Day' }))
    await userEvent.click(page.getByRole('button', { name: 'Open calendar' }))
    await expect.poll(() => document.activeElement?.getAttribute('data-day')).toBeTruthy()
    await expect.poll(touched).toBe('')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('textbox', { name: 'Day' })).not.toHaveValue('')
  })

  it('returns every field to its default on reset', async () => {
    stage(<OrderForm />)
    await userEvent.click(page.getByRole('radio', { name: 'Sell' }))
    await userEvent.fill(page.getByRole('textbox', { name: 'Amount' }), '2')
    await userEvent.click(page.getByRole('checkbox'))
    await userEvent.click(page.getByRole('button', { name: 'Start again' }))
    await expect.poll(() => document.querySelectorAll('input:checked')).toHaveLength(0)
    await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('')
    await expect.poll(touched).toBe('')
  })
})
