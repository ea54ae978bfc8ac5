import { useStore } from '@x/kit/react'
import { useEffect } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { readableColour } from './readableColour.ts'

/** Keeps the document's palette, direction and custom colours in step with what was chosen. */
export function usePriceColours(): void {
  const { appearance, preferences } = useServices()
  const { palette, updown, customUp, customDown } = useStore(appearance)
  const theme = useStore(preferences, (state) => state.theme)
  useEffect(() => {
    const { dataset, style } = document.documentElement
    dataset['palette'] = palette
    dataset['updown'] = updown
    // The custom pair is picked by meaning, not by hue: rising is the first one in either
    // direction.
    const [first, second] = updown === 'red-up' ? [customDown, customUp] : [customUp, customDown]
    for (const [name, colour] of [
      ['--x-custom-a', first],
      ['--x-custom-b', second],
    ] as const) {
      const shown = palette === 'custom' ? readableColour(colour, theme) : undefined
      if (shown) style.setProperty(name, shown)
      else style.removeProperty(name)
    }
  }, [palette, updown, customUp, customDown, theme])
}
