export interface SlideAnswer {
  readonly x: number
  readonly by: 'pointer' | 'keyboard'
  readonly trail: readonly (readonly [t: number, x: number])[]
}

const MAX_POINTS = 500

/**
 * Records how the slider moves. A pointer answers by letting go; keys by Enter or the button,
 * because every press of an arrow key is a finished change.
 */
export function trackSlide(
  slider: HTMLInputElement,
  { moved, answered }: { moved(x: number): void; answered(): void },
) {
  let trail: [number, number][] = []
  let by: SlideAnswer['by'] = 'keyboard'
  let isHeld = false
  const note = () => {
    if (trail.length < MAX_POINTS) trail.push([Math.round(performance.now()), Number(slider.value)])
    else trail[MAX_POINTS - 1] = [Math.round(performance.now()), Number(slider.value)]
  }
  slider.addEventListener('pointerdown', () => {
    isHeld = true
    by = 'pointer'
    note()
  })
  slider.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') return answered()
    if (trail.length === 0) note()
    by = 'keyboard'
  })
  slider.addEventListener('input', () => {
    note()
    moved(Number(slider.value))
  })
  slider.addEventListener('change', () => {
    if (isHeld) answered()
    isHeld = false
  })
  slider.addEventListener('pointercancel', () => void (isHeld = false))
  return {
    answer(): SlideAnswer {
      const start = trail[0]?.[0] ?? 0
      return { x: Number(slider.value), by, trail: trail.map(([t, x]) => [t - start, x] as const) }
    },
    reset() {
      trail = []
      by = 'keyboard'
      isHeld = false
    },
  }
}
