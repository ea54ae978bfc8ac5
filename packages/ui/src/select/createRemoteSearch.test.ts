import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRemoteSearch, REMOTE_WAIT } from './createRemoteSearch.ts'
import type { SelectOption } from './selectReducer.ts'

interface Call {
  readonly query: string
  readonly signal: AbortSignal
  readonly answer: (...labels: string[]) => Promise<void>
  readonly fail: () => Promise<void>
}

const named = (labels: readonly string[]): SelectOption[] =>
  labels.map((label) => ({ value: label, label }))
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

function setUp(initial?: readonly SelectOption[]) {
  const clock = createManualClock()
  const calls: Call[] = []
  const model = createRemoteSearch({
    clock,
    ...(initial ? { initial } : {}),
    search: (query, { signal }) =>
      new Promise((resolve, reject) => {
        calls.push({
          query,
          signal,
          answer: (...labels) => (resolve(named(labels)), turn()),
          fail: () => (reject(new Error('offline')), turn()),
        })
      }),
  })
  const labels = () => model.getState().options.map((option) => option.label)
  return {
    clock,
    calls,
    model,
    labels,
    asked: () => calls.map((call) => call.query),
    status: () => model.getState().status,
  }
}

describe('createRemoteSearch (U8)', () => {
  it('sends the last query once, 300 ms after the last key (U8.30, spec 4.13)', async () => {
    const { model, clock, asked, status } = setUp()
    model.type('b')
    await clock.advance(REMOTE_WAIT - 1)
    model.type('bi')
    expect(status()).toBe('waiting')
    await clock.advance(299)
    expect(asked()).toEqual([])
    await clock.advance(1)
    expect([asked(), status()]).toEqual([['bi'], 'loading'])
  })
  it('offers the results (U8.31)', async () => {
    const { model, clock, calls, labels, status } = setUp()
    model.type('bi')
    await clock.advance(300)
    await calls[0]?.answer('Bitcoin', 'Binance')
    expect([status(), labels()]).toEqual(['ready', ['Bitcoin', 'Binance']])
  })
  it('aborts an earlier query and ignores its result (U8.32)', async () => {
    const { model, clock, calls, labels } = setUp()
    model.type('b')
    await clock.advance(300)
    model.type('s')
    expect(calls[0]?.signal.aborted).toBe(true)
    await clock.advance(300)
    await calls[1]?.answer('Solana')
    await calls[0]?.answer('Bitcoin')
    expect(labels()).toEqual(['Solana'])
    expect(calls[1]?.signal.aborted).toBe(false)
  })
  it('offers nothing of another query while loading (U8.33)', async () => {
    const { model, clock, calls, labels } = setUp()
    model.type('b')
    await clock.advance(300)
    await calls[0]?.answer('Bitcoin')
    model.type('bs')
    expect(labels()).toEqual([])
  })
  it('offers the initial options for an empty query and aborts (U8.34)', async () => {
    const { model, clock, calls, labels, status, asked } = setUp(named(['Bitcoin']))
    expect([status(), labels()]).toEqual(['idle', ['Bitcoin']])
    model.type('s')
    await clock.advance(300)
    model.type('  ')
    await calls[0]?.answer('Solana')
    await clock.advance(1000)
    expect([status(), labels(), asked()]).toEqual(['idle', ['Bitcoin'], ['s']])
  })
  it('does not repeat a query that differs by blanks (U8.35)', async () => {
    const { model, clock, calls, asked } = setUp()
    model.type('s')
    await clock.advance(300)
    await calls[0]?.answer('Solana')
    model.type(' s ')
    await clock.advance(1000)
    expect(asked()).toEqual(['s'])
  })
  it('fails with a state and retries at once (U8.36)', async () => {
    const { model, clock, calls, status, asked } = setUp()
    model.retry()
    expect(asked()).toEqual([])
    model.type('s')
    await clock.advance(300)
    await calls[0]?.fail()
    expect(status()).toBe('failed')
    model.retry()
    expect([status(), asked()]).toEqual(['loading', ['s', 's']])
  })
  it('fails if the search throws synchronously (U8.37)', async () => {
    const clock = createManualClock()
    const model = createRemoteSearch({
      clock,
      search: () => {
        throw new Error('no session')
      },
    })
    model.type('s')
    await clock.advance(300)
    await turn()
    expect(model.getState().status).toBe('failed')
  })
  it('sends and reports nothing after dispose (U8.38)', async () => {
    const { model, clock, calls, status } = setUp()
    model.type('s')
    await clock.advance(300)
    model.dispose()
    await calls[0]?.answer('Solana')
    expect([calls[0]?.signal.aborted, status()]).toEqual([true, 'loading'])
  })
  it('offers only results of the current query for any sequence (U8.39)', async () => {
    const step = fc.oneof(
      fc.constantFrom('a', 'ab', 'b', '').map((type) => ({ type })),
      fc.nat(600).map((wait) => ({ wait })),
      fc.nat(5).map((answer) => ({ answer })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (script) => {
        const { model, clock, calls, labels } = setUp()
        let typed = ''
        for (const one of script) {
          if ('type' in one) model.type((typed = one.type))
          if ('wait' in one) await clock.advance(one.wait)
          if ('answer' in one) await calls[one.answer]?.answer(calls[one.answer]?.query ?? '')
          expect(model.getState().query).toBe(typed)
          for (const label of labels()) expect(label).toBe(typed)
        }
      }),
      { numRuns: 60 },
    )
  })
})
