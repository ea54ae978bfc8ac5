import { type Locale, LOCALES } from '@x/locale'
import { numberPattern } from '@x/locale/numbers'
import { LocaleProvider } from '@x/locale/react'
import { UiProvider } from '@x/ui'
import { AmountField } from '@x/ui/amount-field'
import { loadUiStrings } from '@x/ui/strings'
import { createMessageFormat } from '@x/locale/messages'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import english from '../../generated/messages/en.ts'
import { MessagesProvider } from '../messages/messages.ts'
import { useAmountReaders } from './useAmountReaders.ts'

afterEach(cleanup)

const strings = await loadUiStrings('en', { format: createMessageFormat({ locale: 'en' }) })

function Field({ onAmount }: { readonly onAmount: (amount: string) => void }) {
  const readers = useAmountReaders()
  const [value, setValue] = useState('')
  const change = (next: string) => {
    onAmount(next)
    setValue(next)
  }
  return <AmountField label="Amount" decimals={8} {...readers(8)} value={value} onChange={change} />
}

/**
 * The field of a language, driven by the keyboard or the clipboard: what it shows in the end, and
 * the amount an order would have.
 */
function field(locale: Locale) {
  let amount = ''
  render(
    <LocaleProvider locale={locale}>
      <MessagesProvider messages={english}>
        <UiProvider language="en" strings={strings}>
          <Field onAmount={(next) => void (amount = next)} />
        </UiProvider>
      </MessagesProvider>
    </LocaleProvider>,
  )
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
  const outcome = () => ({
    shown: input.value,
    amount,
    alert: screen.queryByRole('alert')?.textContent ?? undefined,
  })
  fireEvent.focus(input)
  return {
    type(text: string) {
      fireEvent.change(input, { target: { value: '' } })
      for (const key of text) fireEvent.change(input, { target: { value: input.value + key } })
      return outcome()
    },
    paste(text: string) {
      fireEvent.change(input, { target: { value: '' } })
      fireEvent.paste(input, { clipboardData: { getData: () => text } })
      return outcome()
    },
    leave: () => fireEvent.blur(input),
    outcome,
  }
}

/**
 * What is one number and nothing else to readers of a language with a decimal comma, and to those
 * with a decimal dot.
 */
const FORMS = {
  ',': [
    ['1,5', '1.5'],
    ['0,125', '0.125'],
    ['12,34', '12.34'],
    ['1234,5', '1234.5'],
    ['90000,1', '90000.1'],
  ],
  '.': [
    ['1.5', '1.5'],
    ['0.125', '0.125'],
    ['12.34', '12.34'],
    ['1234.5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1,234,567.8', '1234567.8'],
  ],
} as const
const FOREIGN = {
  ',': ['1.234,5', '1.234.567', '1,234.5'],
  '.': ['1,5', '0,125', '12,34', '1.234,5', '1.234.567'],
} as const

describe('the amount field in 26 languages', () => {
  it.each<Locale>(LOCALES)(
    'reads amounts of %s as meant, typed and pasted (locale Numbers)',
    (locale) => {
      const { type, paste } = field(locale)
      for (const [text, value] of FORMS[numberPattern(locale).decimal as ',' | '.']) {
        expect(type(text), `typed ${text}`).toEqual({
          shown: value,
          amount: value,
          alert: undefined,
        })
        expect(paste(text), `pasted ${text}`).toEqual({
          shown: value,
          amount: value,
          alert: undefined,
        })
      }
    },
  )

  it.each<Locale>(LOCALES)(
    'keeps a foreign form in %s as typed, with reason (locale Numbers)',
    (locale) => {
      const { decimal } = numberPattern(locale)
      const { type } = field(locale)
      for (const text of FOREIGN[decimal as ',' | '.']) {
        const { shown, amount, alert } = type(text)
        expect([amount, alert === undefined], `${text} shown as ${shown}`).toEqual(['', false])
        if (decimal === '.') expect(shown).toBe(text)
      }
    },
  )
})

it('keeps a refused amount until a readable one is typed', () => {
  const { type, leave, outcome } = field('en')
  type('1,5')
  leave()
  expect(outcome()).toEqual({ shown: '1,5', amount: '', alert: 'Use a dot for decimals.' })
  expect(type('1.5')).toEqual({ shown: '1.5', amount: '1.5', alert: undefined })
})

it('explains an ambiguous thousand with an example', () => {
  expect(field('de').paste('1.234')).toMatchObject({
    amount: '',
    alert: 'Thousand or decimal? Type 1234.5 without separators.',
  })
})
