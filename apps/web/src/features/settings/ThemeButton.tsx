import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Moon, Sun } from 'lucide-react'
import { useMessages } from '../../lib/messages/messages.ts'
import { useTheme } from './useTheme.ts'

export function ThemeButton() {
  const t = useMessages()
  const { theme, toggle } = useTheme()
  return (
    <IconButton
      icon={<Icon of={theme === 'dark' ? Sun : Moon} size={18} />}
      label={theme === 'dark' ? t('shell.light') : t('shell.dark')}
      onClick={toggle}
    />
  )
}
