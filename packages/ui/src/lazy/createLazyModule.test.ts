import { printMachine } from '@x/kit'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  createLazyModule,
  lazyModuleTable,
  type LazyEvent,
  type LazyStatus,
} from './createLazyModule.ts'

/** A loader whose results the test provides. */
function byHand() {
  const calls: {
    readonly resolve: (module: string) => void
    readonly reject: (error: unknown) => void
  }[] = []
  const load = vi.fn(
    () => new Promise<string>((resolve, reject) => calls.push({ resolve, reject })),
  )
  return { load, calls, module: createLazyModule({ name: 'menu', load }) }
}

describe('createLazyModule', () => {
  it('loads nothing until requested', () => {
    const { module, load } = byHand()
    expect(module.getState()).toBe('absent')
    expect(module.get()).toBeUndefined()
    expect(load).not.toHaveBeenCalled()
  })

  it('loads once for all callers and reports its status', async () => {
    const { module, load, calls } = byHand()
    const seen: LazyStatus[] = []
    module.subscribe(() => seen.push(module.getState()))
    const both = Promise.all([module.load(), module.load()])
    calls[0]?.resolve('Menu')
    await expect(both).resolves.toEqual([{ status: 'ready' }, { status: 'ready' }])
    await expect(module.load()).resolves.toEqual({ status: 'ready' })
    expect(load).toHaveBeenCalledOnce()
    expect(seen).toEqual(['loading', 'ready'])
    expect(module.get()).toBe('Menu')
  })

  it('has the module when its status becomes ready', async () => {
    const { module, calls } = byHand()
    const got: (string | undefined)[] = []
    module.subscribe(() => module.getState() === 'ready' && got.push(module.get()))
    const loading = module.load()
    calls[0]?.resolve('Menu')
    await loading
    expect(got).toEqual(['Menu'])
  })

  it('shares a failure among all callers and retries on the next call', async () => {
    const { module, load, calls } = byHand()
    const both = Promise.all([module.load(), module.load()])
    const error = new TypeError('Failed to fetch')
    calls[0]?.reject(error)
    await expect(both).resolves.toEqual([
      { status: 'failed', error },
      { status: 'failed', error },
    ])
    expect(module.getState()).toBe('failed')
    const again = module.load()
    calls[1]?.resolve('Menu')
    await expect(again).resolves.toEqual({ status: 'ready' })
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('fails if the loader throws synchronously', async () => {
    const module = createLazyModule({
      name: 'menu',
      load: () => {
        throw new Error('no module')
      },
    })
    await expect(module.load()).resolves.toMatchObject({ status: 'failed' })
    expect(module.getState()).toBe('failed')
  })

  it('runs one attempt at a time and keeps a loaded module', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (answers, askers) => {
          let running = 0
          let attempts = 0
          const module = createLazyModule({
            name: 'any',
            load: async () => {
              running += 1
              expect(running).toBe(1)
              await Promise.resolve()
              running -= 1
              if (!answers[attempts++]) throw new Error('offline')
              return 'module'
            },
          })
          for (let turn = 0; turn < answers.length; turn += 1)
            await Promise.all(Array.from({ length: askers }, () => module.load()))
          const firstSuccess = answers.indexOf(true)
          expect(attempts).toBe(firstSuccess === -1 ? answers.length : firstSuccess + 1)
          expect(module.get()).toBe(firstSuccess === -1 ? undefined : 'module')
        },
      ),
    )
  })
})

describe('lazyModuleTable', () => {
  const states: readonly LazyStatus[] = ['absent', 'loading', 'ready', 'failed']
  const events: readonly LazyEvent[] = ['request', 'resolve', 'fail']
  const cells: Readonly<Record<string, LazyStatus>> = {
    'absent request': 'loading',
    'loading resolve': 'ready',
    'loading fail': 'failed',
    'failed request': 'loading',
  }

  it.each(states.flatMap((state) => events.map((event) => [state, event] as const)))(
    'handles %s, %s',
    (state, event) => {
      expect(lazyModuleTable[state][event]).toBe(cells[`${state} ${event}`])
    },
  )

  it('prints', () => {
    expect(printMachine(lazyModuleTable)).toContain('| failed | loading | · | · |')
  })
})
