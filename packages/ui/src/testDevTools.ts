import { cdp } from 'vitest/browser'

/**
 * The commands of the DevTools protocol that tests use; the runner types its session as nothing.
 */
interface DevTools {
  send(method: string, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>
}

export const devTools = (): DevTools => cdp() as unknown as DevTools

/**
 * Nodes and listeners of the whole browser page, detached ones among them, and the script heap in
 * bytes; all after a collection.
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

/** Sets media features such as `forced-colors`; none puts the browser's own back. */
export const emulateMedia = (features: Readonly<Record<string, string>> = {}): Promise<unknown> =>
  devTools().send('Emulation.setEmulatedMedia', {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  })

/**
 * Plays every animation and transition so many times as fast: they run, end and tell so as always,
 * and a test that waits for their end waits less.
 */
export async function playAnimations({ rate }: { readonly rate: number }): Promise<void> {
  await devTools().send('Animation.enable')
  await devTools().send('Animation.setPlaybackRate', { playbackRate: rate })
}

/**
 * Moves the pointer out of the page. Where an earlier test left it, it would hover, open or
 * prefetch what the next test draws there.
 */
export const parkPointer = (): Promise<unknown> =>
  devTools().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: -1, y: -1 })
