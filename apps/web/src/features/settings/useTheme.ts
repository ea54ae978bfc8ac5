import { useStore } from '@x/kit/react'
import { useServices } from '../../lib/services/servicesContext.ts'

/** Spec section 9: 400 ms; the style sheet leaves it out under reduced motion. */
const TRANSITION_MS = 400

/** The theme, and the verb that changes it in one movement. */
export function useTheme() {
  const { clock, preferences } = useServices()
  const theme = useStore(preferences, (state) => state.theme)
  const toggle = () => {
    const { dataset } = document.documentElement
    dataset['themeChanging'] = ''
    clock.after(TRANSITION_MS + 50, () => delete dataset['themeChanging'])
    preferences.set({ theme: theme === 'dark' ? 'light' : 'dark' })
  }
  return { theme, toggle }
}
