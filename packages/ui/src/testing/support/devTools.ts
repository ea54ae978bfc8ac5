import { cdp } from 'vitest/browser'

/** The DevTools protocol; the test runner does not type its session. */
interface DevTools {
  send(method: string, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>
}

/** Returns the DevTools session of the page. */
export const devTools = (): DevTools => cdp() as unknown as DevTools

/**
 * Returns DOM nodes and listeners, detached ones included, and the script heap in bytes, after a
 * garbage collection.
 */
export async function memory(): Promise<{
  readonly nodes: number
  readonly listeners: number
  readonly heap: number
}> {
  const session = devTools()
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const counters = (await session.send('Memory.getDOMCounters')) as {
    readonly nodes: number
    readonly jsEventListeners: number
  }
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { readonly usedSize: number }
  return { nodes: counters.nodes, listeners: counters.jsEventListeners, heap: usedSize }
}

/** Emulates media features such as `forced-colors`; without arguments resets them. */
export const emulateMedia = (features: Readonly<Record<string, string>> = {}): Promise<unknown> =>
  devTools().send('Emulation.setEmulatedMedia', {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  })

/** Plays all animations and transitions faster; events stay the same. */
export async function playAnimations({ rate }: { readonly rate: number }): Promise<void> {
  await devTools().send('Animation.enable')
  await devTools().send('Animation.setPlaybackRate', { playbackRate: rate })
}

/** Moves the pointer out of the page, so that it does not hover over elements of the next test. */
export const parkPointer = (): Promise<unknown> =>
  devTools().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: -1, y: -1 })
