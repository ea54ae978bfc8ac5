import { finishAmount } from '@x/decimal'
import { editAmount } from '@x/ui/amount-field'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editAmount as changeAmount, editPrice } from './orderDraft.ts'
import { orderOf } from './orderOf.ts'
import { createTicketFixture, spec } from './testing/ticketFixture.ts'

const FIELDS = [
  ['price', spec.pricePlace, 'price'],
  ['amount', spec.quantityPlace, 'size'],
  ['takeProfit', spec.pricePlace, 'takeProfitTriggerPrice'],
  ['stopLoss', spec.pricePlace, 'stopLossTriggerPrice'],
] as const

const ADDITIONS = ['-', 'e5', 'K', ',', '.', ' ', '.001', '0000000', '%', "'"] as const

/** Amounts of an order that is accepted, and what alters them. */
const textOf = (...numbers: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...numbers),
      fc.oneof({ weight: 5, arbitrary: fc.constant('') }, fc.constantFrom(...ADDITIONS)),
      fc.nat(8),
    )
    .map(([number, addition, at]) => number.slice(0, at) + addition + number.slice(at))
const texts = fc.tuple(
  textOf('60000', '60000.5', '59,999.5'),
  textOf('0.01', '.01', '0.010'),
  textOf('66000', '66,000.25'),
  textOf('54000', '54000.50'),
)

/** Reads a text without the code under test: exact, or `undefined` where it is no plain number. */
function plainNumber(raw: string): string | undefined {
  const joined = raw.replace(/[ ']/g, '')
  const isGrouped = /^[1-9]\d{0,2}(,\d{3})+\.\d*$/.test(joined)
  const number = isGrouped ? joined.replaceAll(',', '') : joined
  if (!/^\d+\.?\d*$/.test(number)) return undefined
  const [whole = '', fraction = ''] = number.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`
}

it('sends no amount that dropping characters has altered (spec 5.5)', async () => {
  let sentOrders = 0
  await fc.assert(
    fc.asyncProperty(texts, async (written) => {
      const { ticket, draft, moveMarket, edit, submit, confirmation, response, sent } =
        createTicketFixture()
      moveMarket('60000')
      edit({ hasExits: true, stopLoss: '54000' })
      for (const [index, [field, decimals]] of FIELDS.entries()) {
        const raw = written[index] ?? ''
        const { text: kept, alteration } = editAmount(raw, { caret: raw.length, decimals })
        const value = alteration ? '' : kept
        ticket.dispatch({ type: 'unreadable', field, message: alteration?.kind })
        if (field === 'price') edit(editPrice(draft(), value, spec))
        else if (field === 'amount') edit(changeAmount(draft(), value))
        else edit({ [field]: value })
      }
      const outcome = submit()
      if (confirmation.count() > 0) {
        await confirmation.give(true)
        await response.give(undefined)
      }
      await outcome
      for (const sentDraft of sent) {
        sentOrders += 1
        const order: Readonly<Partial<Record<string, string>>> = { ...orderOf(sentDraft) } as never
        for (const [index, [, , name]] of FIELDS.entries()) {
          const meant = plainNumber(written[index] ?? '')
          expect([meant === undefined, plainNumber(finishAmount(order[name] ?? ''))]).toEqual([
            false,
            meant,
          ])
        }
      }
    }),
    { numRuns: 1_000, seed: 7 },
  )
  expect(sentOrders).toBeGreaterThan(100)
})
