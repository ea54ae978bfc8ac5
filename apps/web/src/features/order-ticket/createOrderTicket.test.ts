import { describe, expect, it } from 'vitest'
import { spotRules, type SpotTypes } from './spotRules.ts'
import { trading } from './spotTrading.ts'
import type { OrderSubmitter } from './submitOrder.ts'
import type { Refusal } from './ticketReducer.ts'
import { createTicketFixture } from './testing/ticketFixture.ts'

/** A connected ticket with a limit order of 0.01 at 60000. */
function setUp() {
  const fixture = createTicketFixture()
  const disconnect = fixture.ticket.connect()
  fixture.moveMarket('60000')
  fixture.writeAmount('0.01')
  return { ...fixture, disconnect }
}

describe('a submission', () => {
  it('sends one order when pressed again while confirming (wire 10)', async () => {
    const { ticket, submit, confirmation, response, sent, draft } = setUp()
    const first = submit()
    expect(ticket.getState().isSubmitting).toBe(true)
    expect([await submit(), confirmation.count()]).toEqual(['kept', 1])
    await confirmation.give(true)
    expect(await submit()).toBe('kept')
    await response.give(undefined)
    expect(await first).toBe('emptied')
    expect([sent.length, draft().amount, ticket.getState().isSubmitting]).toEqual([1, '', false])
  })

  it('sends nothing when the confirmation is declined', async () => {
    const { ticket, submit, confirmation, sent, draft } = setUp()
    const outcome = submit()
    await confirmation.give(false)
    expect([await outcome, sent, draft().amount, ticket.getState().isSubmitting]).toEqual([
      'kept',
      [],
      '0.01',
      false,
    ])
  })

  it('keeps an edit made while the order is sent', async () => {
    const { submit, writeAmount, confirmation, response, sent, draft } = setUp()
    const outcome = submit()
    await confirmation.give(true)
    writeAmount('0.02')
    await response.give(undefined)
    expect([await outcome, sent[0]?.amount, draft().amount]).toEqual(['edited', '0.01', '0.02'])
  })

  it('sends the draft that was confirmed, not a later edit', async () => {
    const { submit, writeAmount, confirmation, response, sent } = setUp()
    const outcome = submit()
    writeAmount('0.02')
    await confirmation.give(true)
    await response.give(undefined)
    expect([await outcome, sent.map(({ amount }) => amount)]).toEqual(['edited', ['0.01']])
  })

  it('shows a refusal at its field and keeps the draft', async () => {
    const { ticket, submit, confirmation, response, draft, writeAmount } = setUp()
    const outcome = submit()
    await confirmation.give(true)
    await response.give({ field: 'price', text: 'off the tick' })
    expect([await outcome, draft().amount, ticket.getState().refusals]).toEqual([
      'kept',
      '0.01',
      { price: 'off the tick' },
    ])
    writeAmount('0.02')
    expect(ticket.getState().refusals).toEqual({})
  })

  it('ends when the submitter throws', async () => {
    const { ticket, submit, confirmation } = setUp()
    const failure = expect(submit()).rejects.toThrow('gone')
    confirmation.fail(new Error('gone'))
    await failure
    expect(ticket.getState().isSubmitting).toBe(false)
  })

  it('sends nothing for a guest, a draft with a problem or none', async () => {
    const guest = createTicketFixture({ hasUser: false })
    guest.moveMarket('60000')
    guest.writeAmount('0.01')
    const { submit, writeAmount, confirmation, ticket } = setUp()
    expect(await guest.submit()).toBe('kept')
    writeAmount('')
    expect([await submit(), ticket.getState().verdict.missing]).toEqual(['kept', 'amount'])
    writeAmount('5')
    expect([await submit(), confirmation.count()]).toEqual(['kept', 0])
  })
})

describe('an order without an answer', () => {
  async function sendUnanswered() {
    const fixture = setUp()
    const outcome = fixture.submit()
    await fixture.confirmation.give(true)
    await fixture.response.give({ field: undefined, text: 'unknown', pendingOid: 'w1' })
    expect(await outcome).toBe('kept')
    fixture.settlePending('w1', 'unseen')
    expect([fixture.draft().amount, fixture.ticket.getState().refusals]).toEqual([
      '0.01',
      { whole: 'unknown' },
    ])
    return fixture
  }

  it('empties its draft once it has arrived (OT10)', async () => {
    const { settlePending, ticket, draft } = await sendUnanswered()
    settlePending('w1', 'arrived')
    expect([draft().amount, ticket.getState().refusals]).toEqual(['', {}])
  })

  it('keeps its draft once it can no longer arrive (OT10)', async () => {
    const { settlePending, ticket, draft } = await sendUnanswered()
    settlePending('w1', 'never')
    expect([draft().amount, ticket.getState().refusals]).toEqual(['0.01', {}])
  })

  it('keeps the next draft when it has arrived', async () => {
    const { settlePending, writeAmount, draft } = await sendUnanswered()
    writeAmount('0.03')
    settlePending('w1', 'arrived')
    expect(draft().amount).toBe('0.03')
  })

  it('ignores the outcome of another order', async () => {
    const { settlePending, draft } = await sendUnanswered()
    settlePending('w2', 'arrived')
    expect(draft().amount).toBe('0.01')
  })

  it('takes over an outcome found while disconnected', async () => {
    const { settlePending, disconnect, ticket, draft } = await sendUnanswered()
    disconnect()
    settlePending('w1', 'arrived')
    expect(draft().amount).toBe('0.01')
    ticket.connect()
    expect(draft().amount).toBe('')
  })
})

describe('the market', () => {
  it('does not overwrite a price picked before the first ticker', () => {
    const { ticket, prices, moveMarket, draft } = createTicketFixture()
    ticket.connect()
    prices.pick('59000', { side: 'sell', size: '0.5' })
    moveMarket('60000')
    expect([draft().price, draft().side, draft().amount]).toEqual(['59000.00', 'sell', '0.5'])
  })

  it('is read again on reconnecting only', () => {
    const { ticket, prices, moveMarket, draft } = createTicketFixture()
    ticket.connect()()
    moveMarket('60000')
    prices.pick('59000')
    expect(draft().price).toBe('')
    ticket.connect()
    expect(draft().price).toBe('59000.00')
  })

  it('notifies nobody where it changes nothing about the draft', () => {
    const { ticket, moveMarket } = setUp()
    let changes = 0
    ticket.subscribe(() => (changes += 1))
    moveMarket('60001')
    moveMarket('60002')
    expect(changes).toBe(0)
  })

  it('names the missed bound as a code', () => {
    const { ticket, edit } = setUp()
    edit({ price: '90000', total: '900' })
    expect(ticket.getState().verdict).toMatchObject({
      problems: { price: { refusal: 'protection', lastPrice: '60000' } },
      isReady: false,
    })
  })
})

describe('the figures of a draft', () => {
  it('are fetched again with the next amount after a failure', async () => {
    let failures = 1
    const { ticket, moveMarket, writeAmount } = createTicketFixture({
      rules: {
        ...spotRules,
        loadFigures: () =>
          failures-- > 0 ? Promise.reject(new TypeError('offline')) : spotRules.loadFigures(),
      },
    })
    ticket.connect()
    moveMarket('60000')
    writeAmount('0.01')
    await expect.poll(() => failures).toBe(0)
    expect(ticket.getState().figures).toBe(spotRules.noFigures)
    writeAmount('0.02')
    await expect.poll(() => ticket.getState().figures.fee?.asset).toBe('BTC')
  })
})

describe('the life of a ticket', () => {
  it('mounts its submitter while connected', () => {
    const { ticket, mounts } = createTicketFixture()
    const disconnect = ticket.connect()
    ticket.prefetch()
    disconnect()
    expect(mounts).toEqual(['mount', 'prefetch', 'unmount'])
  })

  it('saves a draft that the user has begun', () => {
    const { savedDraft, draft } = setUp()
    expect(savedDraft.getState()).toEqual({ draft: draft(), takenPick: 0 })
  })
})

describe('the inputs of a ticket', () => {
  const submitterOf = (mounts: string[], name: string): OrderSubmitter<SpotTypes> => ({
    prefetch: () => void mounts.push(`${name} prefetch`),
    mount() {
      mounts.push(`${name} mount`)
      return () => void mounts.push(`${name} unmount`)
    },
    confirm: async () => true,
    submit: async () => undefined,
  })
  const inputs = { available: undefined, vipLevel: 0, trading }

  it('moves the mark of being shown to another submitter', () => {
    const { ticket, mounts } = createTicketFixture()
    ticket.connect()
    ticket.setInputs({ ...inputs, submitter: submitterOf(mounts, 'next') })
    ticket.prefetch()
    expect(mounts).toEqual(['mount', 'unmount', 'next mount', 'next prefetch'])
  })

  it('mounts nothing before the ticket is shown', () => {
    const { ticket, mounts } = createTicketFixture()
    ticket.setInputs({ ...inputs, submitter: submitterOf(mounts, 'next') })
    expect(mounts).toEqual([])
    ticket.connect()()
    expect(mounts).toEqual(['next mount', 'next unmount'])
  })

  it('keeps the submitter that was mounted where other inputs change', () => {
    const { ticket, mounts } = createTicketFixture()
    const submitter = submitterOf(mounts, 'same')
    ticket.setInputs({ ...inputs, submitter })
    ticket.connect()
    ticket.setInputs({ ...inputs, vipLevel: 3, submitter })
    expect(mounts).toEqual(['same mount'])
  })

  it('judges no draft of a guest', () => {
    const { ticket, edit } = createTicketFixture({ hasUser: false })
    ticket.connect()
    edit({ price: '60000.001', amount: '5' })
    expect(ticket.getState().verdict).toEqual({
      problems: {},
      missing: undefined,
      isReady: false,
    })
  })

  it('judges the draft anew with another balance', () => {
    const { ticket, mounts } = setUp()
    const submitter = submitterOf(mounts, 'next')
    const judge = (quote: string) => {
      ticket.setInputs({ ...inputs, available: { base: '0', quote }, submitter })
      return ticket.getState().verdict.problems.total?.refusal
    }
    // 0.01 at 60,000.
    expect([judge('599.99'), judge('600')]).toEqual(['balance', undefined])
  })
})

describe('what a ticket sends and keeps', () => {
  it('sends nothing while a field holds a text that is no amount', async () => {
    const { ticket, submit, confirmation } = setUp()
    ticket.dispatch({ type: 'unreadable', field: 'stop', message: 'no number' })
    const outcome = submit()
    expect(confirmation.count()).toBe(0)
    expect(await outcome).toBe('kept')
    ticket.dispatch({ type: 'unreadable', field: 'stop', message: undefined })
    void submit()
    expect(confirmation.count()).toBe(1)
  })

  it('saves nothing that the user has not begun', () => {
    const { ticket, moveMarket, savedDraft } = createTicketFixture()
    ticket.connect()
    moveMarket('60000')
    expect(savedDraft.getState()).toBeUndefined()
  })

  it('saves a price that was picked, and that it was taken', () => {
    const { ticket, prices, savedDraft } = createTicketFixture()
    ticket.connect()
    prices.pick('59000')
    expect(savedDraft.getState()).toMatchObject({ draft: { price: '59000.00' }, takenPick: 1 })
  })

  it('saves nothing once it is gone', () => {
    const { writeAmount, savedDraft, disconnect } = setUp()
    disconnect()
    writeAmount('0.5')
    expect(savedDraft.getState()?.draft.amount).toBe('0.01')
  })

  it('has no figures without a size, and drops those it had', async () => {
    const { ticket, writeAmount } = setUp()
    await expect.poll(() => ticket.getState().figures.fee?.asset).toBe('BTC')
    writeAmount('')
    expect(ticket.getState().figures).toBe(spotRules.noFigures)
  })

  it('estimates with the fees of the user', async () => {
    const { ticket, mounts } = setUp()
    await expect.poll(() => ticket.getState().figures.fee?.rate).toBe('0.0010')
    ticket.setInputs({ available: undefined, vipLevel: 4, trading, submitter: undefined })
    expect([ticket.getState().figures.fee?.rate, mounts.at(-1)]).toEqual(['0.0004', 'unmount'])
  })

  it('forgets the pending draft with the next refusal that knows better', async () => {
    const { submit, confirmation, response, settlePending, draft } = setUp()
    const send = async (refusal: Refusal) => {
      const outcome = submit()
      await confirmation.give(true)
      await response.give(refusal)
      return outcome
    }
    await send({ field: undefined, text: 'unknown', pendingOid: 'w1' })
    await send({ field: 'price', text: 'off the tick' })
    settlePending('w1', 'arrived')
    expect(draft().amount).toBe('0.01')
  })
})
