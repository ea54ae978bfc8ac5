import { useStore } from '@x/kit/react'
import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Moon, Sun } from 'lucide-react'
import { useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'

/** Spec section 9: 400 ms; the style sheet leaves it out under reduced motion. */
const TRANSITION_MS = 400

export function ThemeButton() {
  const t = useMessages()
  const { clock, preferences } = useServices()
  const theme = useStore(preferences, (state) => state.theme)
  const toggle = () => {
    const { dataset } = document.documentElement
    dataset['themeChanging'] = ''
    clock.after(TRANSITION_MS + 50, () => delete dataset['themeChanging'])
    preferences.set({ theme: theme === 'dark' ? 'light' : 'dark' })
  }
  return <IconButton icon={<Icon of={theme === 'dark' ? Sun : Moon} size={18} />} label={theme === 'dark' ? t('shell.light') : t('shell.dark')} onClick={toggle} />
}
