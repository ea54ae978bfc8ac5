import { printMachine } from '@x/kit'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createLatePart, latePartTable, type LateEvent, type LateStatus } from './createLatePart.ts'

/** A loader whose answers are given by hand. */
function byHand() {
  const calls: {
    readonly resolve: (part: string) => void
    readonly reject: (error: unknown) => void
  }[] = []
  const load = vi.fn(
    () => new Promise<string>((resolve, reject) => calls.push({ resolve, reject })),
  )
  return { load, calls, part: createLatePart({ name: 'menu', load }) }
}

describe('late part', () => {
  it('asks for nothing until it is wanted', () => {
    const { part, load } = byHand()
    expect(part.getState()).toBe('absent')
    expect(part.get()).toBeUndefined()
    expect(load).not.toHaveBeenCalled()
  })

  it('asks once for all who want it, and tells how far it is', async () => {
    const { part, load, calls } = byHand()
    const seen: LateStatus[] = []
    part.subscribe(() => seen.push(part.getState()))
    const both = Promise.all([part.load(), part.load()])
    calls[0]?.resolve('Menu')
    await expect(both).resolves.toEqual([{ status: 'ready' }, { status: 'ready' }])
    await expect(part.load()).resolves.toEqual({ status: 'ready' })
    expect(load).toHaveBeenCalledOnce()
    expect(seen).toEqual(['loading', 'ready'])
    expect(part.get()).toBe('Menu')
  })

  it('has the part at the moment it says ready', async () => {
    const { part, calls } = byHand()
    const got: (string | undefined)[] = []
    part.subscribe(() => part.getState() === 'ready' && got.push(part.get()))
    const loading = part.load()
    calls[0]?.resolve('Menu')
    await loading
    expect(got).toEqual(['Menu'])
  })

  it('a failure is an answer, the same for all who waited, and the next intent asks again', async () => {
    const { part, load, calls } = byHand()
    const both = Promise.all([part.load(), part.load()])
    const error = new TypeError('Failed to fetch')
    calls[0]?.reject(error)
    await expect(both).resolves.toEqual([
      { status: 'failed', error },
      { status: 'failed', error },
    ])
    expect(part.getState()).toBe('failed')
    const again = part.load()
    calls[1]?.resolve('Menu')
    await expect(again).resolves.toEqual({ status: 'ready' })
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('a loader that throws at once is a failure too', async () => {
    const part = createLatePart({
      name: 'menu',
      load: () => {
        throw new Error('no module')
      },
    })
    await expect(part.load()).resolves.toMatchObject({ status: 'failed' })
    expect(part.getState()).toBe('failed')
  })

  it('however often it fails and is asked for, one attempt runs at a time and a part that is there stays', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (answers, askers) => {
          let running = 0
          let attempts = 0
          const part = createLatePart({
            name: 'any',
            load: async () => {
              running += 1
              expect(running).toBe(1)
              await Promise.resolve()
              running -= 1
              if (!answers[attempts++]) throw new Error('offline')
              return 'part'
            },
          })
          for (let turn = 0; turn < answers.length; turn += 1)
            await Promise.all(Array.from({ length: askers }, () => part.load()))
          const firstSuccess = answers.indexOf(true)
          expect(attempts).toBe(firstSuccess === -1 ? answers.length : firstSuccess + 1)
          expect(part.get()).toBe(firstSuccess === -1 ? undefined : 'part')
        },
      ),
    )
  })
})

describe('its table', () => {
  const states: readonly LateStatus[] = ['absent', 'loading', 'ready', 'failed']
  const events: readonly LateEvent[] = ['ask', 'arrive', 'fail']
  const cells: Readonly<Record<string, LateStatus>> = {
    'absent ask': 'loading',
    'loading arrive': 'ready',
    'loading fail': 'failed',
    'failed ask': 'loading',
  }

  it.each(states.flatMap((state) => events.map((event) => [state, event] as const)))(
    '%s, %s',
    (state, event) => {
      expect(latePartTable[state][event]).toBe(cells[`${state} ${event}`])
    },
  )

  it('prints', () => {
    expect(printMachine(latePartTable)).toContain('| failed | loading | · | · |')
  })
})
