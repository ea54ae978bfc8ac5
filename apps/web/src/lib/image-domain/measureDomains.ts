import { abortable, type Clock, linkController } from '@x/kit'

/** Resolves once the image at `url` is decoded; rejects when there is none, or with the signal. */
export type LoadImage = (url: string, options: { readonly signal: AbortSignal }) => Promise<void>

export interface MeasureOptions {
  readonly loadImage: LoadImage
  readonly clock: Clock
  readonly probePath: string
  /**
   * Loads of each domain, one after the other; the best counts, since the first also pays for the
   * connection.
   */
  readonly samples: number
  /** Milliseconds for each load. */
  readonly limitMs: number
  readonly signal: AbortSignal
}

export interface Measured {
  readonly origin: string
  /** The best load in milliseconds. */
  readonly ms: number
}

/**
 * Every origin that served the probe, the fastest first; of two alike the one named first. All are
 * asked at once, so that they share the same moment of the network.
 */
export async function measureDomains(
  origins: readonly string[],
  options: MeasureOptions,
): Promise<readonly Measured[]> {
  const measured = await Promise.all(origins.map((origin) => measureDomain(origin, options)))
  return measured.filter((one) => one !== undefined).toSorted((one, other) => one.ms - other.ms)
}

async function measureDomain(
  origin: string,
  options: MeasureOptions,
): Promise<Measured | undefined> {
  let best: number | undefined
  for (let sample = 0; sample < options.samples; sample++) {
    const ms = await loadOnce(origin, { sample, options })
    // A domain that fails once is left out: the fastest one is of no use if images miss there.
    if (ms === undefined) return undefined
    best = Math.min(best ?? ms, ms)
  }
  return best === undefined ? undefined : { origin, ms: best }
}

async function loadOnce(
  origin: string,
  { sample, options }: { readonly sample: number; readonly options: MeasureOptions },
): Promise<number | undefined> {
  const { clock, loadImage, probePath, limitMs, signal } = options
  if (signal.aborted) return undefined
  const { controller, unlink } = linkController(signal)
  const limit = clock.after(limitMs, () => controller.abort())
  const from = clock.monotonic()
  try {
    // A cached probe would measure the disk.
    const loaded = loadImage(`${origin}${probePath}?t=${clock.now()}-${sample}`, {
      signal: controller.signal,
    }).then(() => clock.monotonic() - from)
    // A loader that ignores its signal must not delay the measurement.
    return await abortable(loaded, controller.signal)
  } catch {
    return undefined
  } finally {
    limit.cancel()
    unlink()
  }
}
